import Foundation
import ParaphStorage
public import ParaphWire
import ServerKit

/// What the operator does with people, by `paraph admin`; every change is audited.
public struct PersonAdministration: Sendable {
    let environment: IdentityEnvironment

    /// Who is noted as having done it.
    static let actor = "administrator"

    /// Makes the administration of a domain.
    public init(_ domain: IdentityDomain) {
        self.init(environment: domain.environment)
    }

    init(environment: IdentityEnvironment) {
        self.environment = environment
    }

    /// A person as administrators see them.
    public struct Entry: Codable, Hashable, Sendable {
        public var id: String
        public var email: String
        public var emailProved: Bool
        /// The app that made the account and is the only one that it works in, where the address is unproved.
        public var appId: String?
        public var username: String?
        public var name: String
        public var disabled: Bool
        /// Whether there is a signature of theirs, here or in an app.
        public var enrolled: Bool
        /// The apps that have a signature of theirs which is good in them alone.
        public var enrolledApps: [String]
        public var devices: [Device]
        public var createdAt: Timestamp
        /// `true` where the row does not open: then nothing but the id and the moment is known.
        public var damaged: Bool?
    }

    /// A token that was made, told once.
    public struct AccessToken: Codable, Hashable, Sendable {
        public var accessToken: String
        /// Seconds.
        public var expiresIn: Int
    }

    /// Makes a person whose address counts as proved.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - name: The name that others see.
    ///   - password: For the dialects that need one, 8 characters or more.
    ///   - language: The language of mails: `ru`, `en` or `fr`.
    /// - Returns: the person's id.
    /// - Throws: a ``Problem`` that names what is wrong.
    public func createPerson(email: String, name: String, password: String? = nil, language: String = "en") async throws -> String {
        guard let address = EmailAddress(email) else {
            throw Problem.invalid("email", .malformed, "is not an address that mail can be sent to")
        }
        guard let language = Language(rawValue: language) else { throw Problem.invalid("language", .unknown, "must be one of ru, en, fr") }
        let profile = Profile(userName: name)
        try profile.check()
        var hash: String?
        if let password {
            try Password.check(password)
            hash = try await environment.passwordLimiter.run(for: "administrator") { try Password.hash(password) }
        }
        let passwordHash = hash
        let (id, blobs) = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard try PersonStore.find(proved: address, keys: environment.keys, in: tx) == nil else {
                throw Problem.conflict(.emailTaken, "There is a person with this address already.")
            }
            var person = PersonRecord(email: address, profile: profile, language: language, createdAt: now)
            person.passwordHash = passwordHash
            try PersonStore.insert(person, keys: environment.keys, in: tx)
            let accounts = UnprovedAccounts(environment: environment)
            let blobs = try accounts.end(inFavourOf: person, actor: Self.actor, permit: .administrator(), at: now, in: tx)
            try RegistrationStore.deleteAll(of: address, keys: environment.keys, in: tx)
            try AuditStore.append(.personCreated, actor: Self.actor, subject: person.id, at: now, in: tx)
            return (person.id, blobs)
        }
        await environment.deleteBlobs(blobs)
        return id
    }

    /// A page of everybody in the order in which they came, also of those whose row does not open; what is sealed of each is opened, so that a page takes O(limit).
    ///
    /// - Parameters:
    ///   - last: The last one of the page before.
    ///   - limit: The most people of the page.
    /// - Returns: The people, with what an administrator may see of each.
    /// - Throws: a ``ParaphStorage/StorageError``.
    public func people(after last: Entry? = nil, limit: Int = 500) async throws -> [Entry] {
        try await environment.database.read { [keys = environment.keys] tx in
            let place = last.map { ($0.createdAt, $0.id) }
            return try PersonStore.listed(after: place, limit: limit, keys: keys, in: tx).map { id, createdAt, record in
                try record.map { try Self.entry($0, in: tx) } ?? Self.damaged(id, createdAt: createdAt)
            }
        }
    }

    /// The person with an id, a username or an e-mail address: who proved it, else the one whose account an app made of it.
    ///
    /// - Throws: a ``Problem``: `notFound`, or `severalPeople` with their ids where several apps made accounts of the address.
    public func person(_ identifier: String) async throws -> Entry {
        try await environment.database.read { [keys = environment.keys] tx in
            try Self.entry(try Self.findAnywhere(identifier, keys: keys, in: tx), in: tx)
        }
    }

    /// Closes an account to its person, or opens it again; closing ends every session, and every request of a device to be added.
    public func setDisabled(_ disabled: Bool, person identifier: String) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.findAnywhere(identifier, keys: environment.keys, in: tx)
            let act: ProtectedAct = disabled ? .disableAccount : .enableAccount
            try StepUp(environment: environment).perform(act, on: person, permit: .administrator(), at: now, in: tx) { permit, _ in
                let status: PersonRecord.Status = disabled ? .disabled : .active
                try PersonStore.setStatus(status, of: person.id, permit: permit, keys: environment.keys, in: tx)
                try ErasureStore.set(.disabledPerson(person.id), disabled, at: now, in: tx)
                guard disabled else { return }
                try SessionStore.revokeAll(of: person.id, in: tx)
                try DeviceRequestStore.deleteAll(of: person.id, in: tx)
                try GrantStore.deleteAll(of: person.id, permit: permit, in: tx)
            }
            let action: AuditStore.Action = disabled ? .personDisabled : .personEnabled
            try AuditStore.append(action, actor: Self.actor, subject: person.id, at: now, in: tx)
        }
    }

    /// Deletes a person and shreds what was sealed for them.
    public func deletePerson(_ identifier: String) async throws {
        let blobs = try await environment.database.write { [environment] tx in
            let person = try Self.findAnywhere(identifier, keys: environment.keys, in: tx)
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            return try stepUp.perform(.deleteAccount, on: person, permit: .administrator(), at: now, in: tx) { permit, _ in
                try PersonService(environment: environment).erase(person.id, actor: Self.actor, permit: permit, at: now, in: tx)
            }
        }
        await environment.deleteBlobs(blobs)
    }

    /// Gives a person who has no way in any more new recovery codes, after the operator made sure who it is.
    ///
    /// - Returns: the codes, told once; those before are worth nothing.
    public func proofAnew(_ identifier: String) async throws -> [String] {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(identifier, keys: environment.keys, in: tx)
            let stepUp = StepUp(environment: environment)
            let codes = try stepUp.perform(.renewRecoveryCodes, on: person, permit: .administrator(), at: now, in: tx) { permit, _ in
                try RecoveryStore.renew(for: person.id, permit: permit, at: now, in: tx)
            }
            try AuditStore.append(.personProofed, actor: Self.actor, subject: person.id, at: now, in: tx)
            return codes.map(\.text)
        }
    }

    /// Removes a device of a person with its sessions.
    public func removeDevice(_ id: String, person identifier: String) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(identifier, keys: environment.keys, in: tx)
            guard let device = try DeviceStore.find(id, of: person.id, in: tx) else { throw Problem.notFound("device") }
            let stepUp = StepUp(environment: environment)
            try stepUp.perform(.removeDevice, on: person, permit: .administrator(), at: now, in: tx) { permit, telling in
                try DeviceService.remove(device, permit: permit, &telling, at: now, in: tx)
            }
            try AuditStore.append(.deviceRemoved, actor: Self.actor, subject: person.id, at: now, in: tx)
        }
    }

    /// Makes a token that acts for a person within scopes; it can neither enrol, approve nor sign.
    ///
    /// - Parameters:
    ///   - identifier: The person's e-mail, username or id.
    ///   - scopes: What it opens, and nothing else: words that domains declare.
    ///   - lifetime: Seconds, 60 … 31,536,000.
    /// - Returns: the token, told once.
    /// - Throws: a ``Problem`` that names what is wrong.
    public func createToken(person identifier: String, scopes: Set<String>, lifetime: Int = 3600) async throws -> AccessToken {
        guard (60...31_536_000).contains(lifetime) else { throw Problem.invalid("lifetime", .range, "must be 60 to 31536000 seconds") }
        let declared = environment.domains.scopes
        let known = "one or more of: \(declared.words.joined(separator: ", "))"
        guard !scopes.isEmpty else { throw Problem.invalid("scope", .missing, "must be \(known)") }
        for scope in scopes.sorted() where !declared.contains(TokenScope(scope)) {
            throw Problem.invalid("scope", .unknown, "must be \(known); “\(scope.prefix(64))” is none of them")
        }
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(identifier, keys: environment.keys, in: tx)
            let end = now.adding(seconds: Int64(lifetime))
            let session = SessionRecord(
                personID: person.id,
                deviceID: nil,
                appID: nil,
                kind: .accessToken,
                scopes: scopes,
                createdAt: now,
                expiresAt: end,
                endsAt: end
            )
            let stepUp = StepUp(environment: environment)
            let token = try stepUp.perform(.makeToken, on: person, permit: .administrator(), at: now, in: tx) { permit, _ in
                try SessionStore.insert(session, permit: permit, in: tx)
            }
            try AuditStore.append(
                .tokenCreated,
                actor: Self.actor,
                subject: person.id,
                details: ["scope": scopes.sorted().joined(separator: " ")],
                at: now,
                in: tx
            )
            return AccessToken(accessToken: token.text, expiresIn: lifetime)
        }
    }

    private static func find(_ identifier: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord {
        if let person = try PersonStore.find(identifier: identifier, keys: keys, in: tx) { return person }
        if let person = try PersonStore.find(identifier, keys: keys, in: tx) { return person }
        throw Problem.notFound("person")
    }

    /// As `find`, and else the one whose account an app made of an unproved address.
    private static func findAnywhere(_ identifier: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord {
        guard let address = EmailAddress(identifier), try PersonStore.find(proved: address, keys: keys, in: tx) == nil else {
            return try find(identifier, keys: keys, in: tx)
        }
        let ids = try PersonLookup.unproved(address, keys: keys, in: tx)
        guard ids.count <= 1 else {
            throw Problem.conflict(
                .severalPeople,
                "\(ids.count.counted("app")) have accounts of this address, which nobody proved. Name one by its id: \(ids.joined(separator: ", "))."
            )
        }
        guard let id = ids.first, let person = try PersonStore.find(id, keys: keys, in: tx) else { throw Problem.notFound("person") }
        return person
    }

    private static func damaged(_ id: String, createdAt: Timestamp) -> Entry {
        Entry(
            id: id,
            email: "",
            emailProved: false,
            appId: nil,
            username: nil,
            name: "",
            disabled: false,
            enrolled: false,
            enrolledApps: [],
            devices: [],
            createdAt: createdAt,
            damaged: true
        )
    }

    private static func entry(_ person: PersonRecord, in tx: any ReadTransaction) throws -> Entry {
        let apps = try TemplateStore.ofApps(person.id, in: tx).compactMap(\.place.appID)
        return Entry(
            id: person.id,
            email: person.email.text,
            emailProved: person.emailProved,
            appId: person.ownerAppID,
            username: person.username?.text,
            name: person.profile.userName,
            disabled: person.status == .disabled,
            enrolled: try !apps.isEmpty || TemplateStore.find(TemplatePlace(personID: person.id), in: tx) != nil,
            enrolledApps: apps,
            devices: try DeviceStore.list(of: person.id, in: tx).map { $0.wire(currentDeviceID: nil) },
            createdAt: person.createdAt
        )
    }
}
