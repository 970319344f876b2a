public import ParaphStorage
public import ParaphTrust
public import ParaphWire
public import ServerKit

/// What administrators do with clients, on the database itself; `paraph admin client` calls it.
public struct ClientAdministration: Sendable {
    private let database: any Database
    private let time: any TimeSource
    private let addresses: AddressPolicy

    /// Makes the administration of a database that is migrated; `addresses` says where clients may be told things.
    public init(database: any Database, time: any TimeSource = SystemTime(), addresses: AddressPolicy = AddressPolicy(.https, .public)) {
        self.database = database
        self.time = time
        self.addresses = addresses
    }

    /// A client that was made; its secret is told once.
    public struct Created: Codable, Hashable, Sendable {
        public var clientId: String
        /// `nil` for a public client, and for one that proves itself by a key.
        public var clientSecret: String?
    }

    /// A client as administrators see it.
    public struct Entry: Codable, Hashable, Sendable {
        public var clientId: String
        public var name: String
        public var redirectUris: [String]
        /// Where browsers may go once the person is signed out.
        public var logoutUris: [String]
        public var grants: [String]
        public var isPublic: Bool
        /// The names of the keys by which it proves itself (`kid`); empty where it does so otherwise.
        public var keys: [String]
        /// The origins of pages whose scripts are this client.
        public var origins: [String]
        /// Whether it is held to the FAPI 2.0 Security Profile.
        public var followsFAPI: Bool
        /// Whether it asks those people only who allowed it something in the browser before.
        public var isRestricted: Bool
        /// Whether it shows people the number that they type before they sign.
        public var showsCode: Bool
        /// How ID tokens are signed for it: `RS256` or `ES256`.
        public var idTokenAlgorithm: String
        /// Where it is told that a request is over (CIBA, ping mode), and how one ended that came by `/signpass`.
        public var notificationUri: String?
        public var callbackUri: String?
        /// Whether what it asks of people on their devices counts only where one of its keys signed it.
        public var signsRequests: Bool
        /// Whether it brings with each request the code that the person set.
        public var bringsUserCode: Bool
        public var disabled: Bool
        public var createdAt: Timestamp
    }

    /// Registers a client.
    ///
    /// - Returns: Its id, and its secret where it proves itself by one.
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that names what is wrong.
    public func create(_ registration: ClientRegistration) async throws -> Created {
        let secret = registration.isPublic || registration.keys != nil ? nil : Secret.random()
        let client = try ClientRecord(registration, secret: secret, createdAt: time.now())
        let delivery = try ClientDelivery(registration, addresses)
        guard registration.origins.count <= OriginStore.limit else {
            throw Problem.invalid("origin", .count, "must be given \(OriginStore.limit) times at most")
        }
        let origins = try registration.origins.map { try OriginStore.read($0) }
        try await database.write { tx in
            try ClientStore.insert(client, in: tx)
            try ClientDeliveryStore.insert(delivery, of: client.id, in: tx)
            try OriginStore.insert(origins, client: client.id, in: tx)
            try AuditStore.append(.clientCreated, actor: PersonAdministration.actor, subject: client.id, at: client.createdAt, in: tx)
        }
        return Created(clientId: client.id, clientSecret: secret?.text)
    }

    /// Puts other keys in the place of those of a client that proves itself by a key; what the former ones signed is refused at once.
    ///
    /// - Throws: a `notFound` or `malformed` ``ParaphWire/Problem``.
    public func setKeys(_ json: String, id: String) async throws -> Entry {
        let keys = try ClientRecord.keys(json)
        return try await database.write { [time] tx in
            guard var client = try ClientStore.find(id, in: tx) else { throw Problem.notFound("client") }
            guard client.keys != nil else { throw Problem.invalid("jwks", .unknown, "is for clients that were registered with keys") }
            client.keys = keys
            let now = time.now()
            try ClientStore.setKeys(keys, id: id, at: now, in: tx)
            try AuditStore.append(.clientKeysReplaced, actor: PersonAdministration.actor, subject: id, at: now, in: tx)
            return try Self.entry(client, in: tx)
        }
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
            logoutUris: client.logoutURIs.map(\.text),
            grants: client.grants.map(\.rawValue).sorted(),
            isPublic: client.isPublic,
            keys: client.keys?.keys.map { $0.id ?? $0.thumbprint } ?? [],
            origins: try OriginStore.all(of: client.id, in: tx),
            followsFAPI: client.followsFAPI,
            isRestricted: client.isRestricted,
            showsCode: client.showsCode,
            idTokenAlgorithm: client.idTokenAlgorithm.rawValue,
            notificationUri: delivery.notification?.text,
            callbackUri: delivery.callback?.text,
            signsRequests: delivery.signsRequests,
            bringsUserCode: delivery.bringsUserCode,
            disabled: client.disabledAt != nil,
            createdAt: client.createdAt
        )
    }
}
