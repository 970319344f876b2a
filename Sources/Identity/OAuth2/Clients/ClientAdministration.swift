public import ParaphStorage
public import ParaphWire
public import ServerKit

/// What administrators do with clients, on the database itself; `paraph admin client` calls it.
public struct ClientAdministration: Sendable {
    private let database: any Database
    private let time: any TimeSource
    private let allowsPrivate: Bool

    /// Makes the administration of a database that is migrated.
    ///
    /// - Parameter allowsPrivateCallbacks: Whether clients may be told things in private networks and on this machine.
    public init(database: any Database, time: any TimeSource = SystemTime(), allowsPrivateCallbacks: Bool = false) {
        self.database = database
        self.time = time
        allowsPrivate = allowsPrivateCallbacks
    }

    /// A client that was made; its secret is told once.
    public struct Created: Codable, Hashable, Sendable {
        public var clientId: String
        /// `nil` for a public client.
        public var clientSecret: String?
    }

    /// A client as administrators see it.
    public struct Entry: Codable, Hashable, Sendable {
        public var clientId: String
        public var name: String
        public var redirectUris: [String]
        public var grants: [String]
        public var isPublic: Bool
        /// Whether it asks those people only who allowed it something in the browser before.
        public var isRestricted: Bool
        /// Whether it shows people the number that they type before they sign.
        public var showsCode: Bool
        /// How ID tokens are signed for it: `RS256` or `ES256`.
        public var idTokenAlgorithm: String
        /// Where it is told that a request is over (CIBA, ping mode), and how one ended that came by `/signpass`.
        public var notificationUri: String?
        public var callbackUri: String?
        public var disabled: Bool
        public var createdAt: Timestamp
    }

    /// Registers a client.
    ///
    /// - Parameters:
    ///   - name: What people are shown when they are asked, 1 to 100 characters.
    ///   - redirectURIs: Where browsers may go back to, 1 to 20 with `authorization_code`, else none.
    ///   - grants: The ways in which it gets tokens: `authorization_code`, `urn:openid:params:grant-type:ciba`, and `refresh_token` with either.
    ///   - isPublic: Whether it can keep no secret, as an app on a phone; it proves itself by PKCE alone.
    ///   - isRestricted: Whether it may ask on their devices only people who allowed it something in the browser before.
    ///   - showsCode: Whether it shows people the number that comes with each request, which they type before they sign.
    ///   - idTokenAlgorithm: How ID tokens are signed for it: `RS256` or `ES256`.
    ///   - notificationURI: Where it is told that a request is over, by CIBA's ping; `nil` for one that asks only.
    ///   - callbackURI: Where it is told how requests ended that came by `/signpass`; `nil` for one that asks only.
    /// - Returns: Its id and its secret.
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that names what is wrong.
    public func create(
        name: String,
        redirectURIs: [String],
        grants: [String],
        isPublic: Bool = false,
        isRestricted: Bool = false,
        showsCode: Bool = false,
        idTokenAlgorithm: String = "RS256",
        notificationURI: String? = nil,
        callbackURI: String? = nil
    ) async throws -> Created {
        let secret = isPublic ? nil : Secret.random()
        var client = try ClientRecord(name: name, secret: secret, redirectURIs: redirectURIs, grants: grants, createdAt: time.now())
        guard let algorithm = SigningAlgorithm(rawValue: idTokenAlgorithm) else {
            throw Problem.invalid(
                "id-token-alg",
                .unknown,
                "must be \(SigningAlgorithm.allCases.map(\.rawValue).joined(separator: " or "))"
            )
        }
        guard client.grants.contains(.ciba) || !(isRestricted || showsCode || notificationURI != nil || callbackURI != nil) else {
            throw Problem.invalid(
                "grant",
                .missing,
                "restricted, shows-code, notification-uri and callback-uri go with \(ClientGrantType.ciba.rawValue)"
            )
        }
        var delivery = ClientDelivery()
        delivery.notification = try notificationURI.map { text throws(Problem) in
            try CallbackAddress(registering: text, field: "notification-uri", allowsPrivate: allowsPrivate)
        }
        delivery.callback = try callbackURI.map { text throws(Problem) in
            try CallbackAddress(registering: text, field: "callback-uri", allowsPrivate: allowsPrivate)
        }
        guard client.grants.contains(.authorizationCode) || !isRestricted else {
            throw Problem.invalid("grant", .missing, "a restricted client also needs authorization_code, by which people let it ask them")
        }
        (client.isRestricted, client.showsCode, client.idTokenAlgorithm) = (isRestricted, showsCode, algorithm)
        try await database.write { [client, delivery] tx in
            try ClientStore.insert(client, in: tx)
            try ClientDeliveryStore.insert(delivery, of: client.id, in: tx)
            try AuditStore.append(.clientCreated, actor: PersonAdministration.actor, subject: client.id, at: client.createdAt, in: tx)
        }
        return Created(clientId: client.id, clientSecret: secret?.text)
    }

    /// Every client, oldest first.
    public func list() async throws -> [Entry] {
        try await database.read { tx in try ClientStore.list(in: tx).map { try Self.entry($0, in: tx) } }
    }

    /// Keeps a client out at once, with every token that it holds and all that it still asks of people, or enables it again; people must
    /// allow it anew then.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func setDisabled(_ disabled: Bool, id: String) async throws -> Entry {
        try await database.write { [time] tx in
            let now = time.now()
            guard var client = try ClientStore.find(id, in: tx) else { throw Problem.notFound("client") }
            guard (client.disabledAt != nil) != disabled else { return try Self.entry(client, in: tx) }
            client.disabledAt = disabled ? now : nil
            let people = try disabled ? ClientStore.people(of: id, at: now, in: tx) : []
            for personID in people {
                try ActivityStore.append(.clientEnded, of: personID, at: now, appName: client.name, in: tx)
            }
            try ClientStore.setDisabled(disabled, id: id, at: now, in: tx)
            if disabled { try ClientRequestStore.declineAll(client: Principal.program(ofClient: id), at: now, in: tx) }
            let action: AuditStore.Action = disabled ? .clientDisabled : .clientEnabled
            try AuditStore.append(action, actor: PersonAdministration.actor, subject: id, at: now, in: tx)
            return try Self.entry(client, in: tx)
        }
    }

    private static func entry(_ client: ClientRecord, in tx: any ReadTransaction) throws -> Entry {
        let delivery = try ClientDeliveryStore.find(client.id, in: tx)
        return Entry(
            clientId: client.id,
            name: client.name,
            redirectUris: client.redirectURIs.map(\.text),
            grants: client.grants.map(\.rawValue).sorted(),
            isPublic: client.secretHash == nil,
            isRestricted: client.isRestricted,
            showsCode: client.showsCode,
            idTokenAlgorithm: client.idTokenAlgorithm.rawValue,
            notificationUri: delivery.notification?.text,
            callbackUri: delivery.callback?.text,
            disabled: client.disabledAt != nil,
            createdAt: client.createdAt
        )
    }
}
