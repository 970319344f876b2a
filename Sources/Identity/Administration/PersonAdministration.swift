public import ParaphStorage
public import ParaphWire
public import ServerKit

/// What administrators do with people, on the database itself; `paraph admin person|device|token` calls it.
///
/// Everything is noted in the audit under the actor `administrator`.
public struct PersonAdministration: Sendable {
    let database: any Database
    let keys: KeyRing
    let time: any TimeSource
    static let actor = "administrator"

    /// Makes the administration of a database that is migrated.
    public init(database: any Database, keys: KeyRing, time: any TimeSource = SystemTime()) {
        self.database = database
        self.keys = keys
        self.time = time
    }

    /// A person as administrators see them.
    public struct Summary: Codable, Hashable, Sendable {
        public var id: String
        public var email: String
        public var emailProved: Bool
        public var name: String
        public var username: String?
        public var disabled: Bool
        public var enrolled: Bool
        public var devices: Int
        public var createdAt: Timestamp
    }

    /// Makes a person whose address the administrator vouches for; they get in by a link of ``proof(_:)``.
    ///
    /// - Returns: the person's id.
    /// - Throws: a ``ParaphWire/Problem`` that names the part that is wrong, or `emailTaken`.
    public func create(email: String, name: String, password: String? = nil, language: Language = .en) async throws -> String {
        guard let address = EmailAddress(email) else { throw Problem.invalid("email", "malformed", "is not an e-mail address") }
        let profile = Profile(userName: name)
        try profile.check()
        var person = PersonRecord(email: address, profile: profile, language: language, createdAt: time.now())
        person.passwordHash = try password.map { try PasswordHash(of: $0).text }
        return try await database.write { [keys, person] tx in
            guard try PersonStore.find(proved: address, in: tx) == nil else {
                throw Problem.conflict("emailTaken", "There is a person with this address already.")
            }
            _ = try PersonStore.deleteUnproved(address, at: person.createdAt, keys: keys, in: tx)
            try PersonStore.insert(person, keys: keys, in: tx)
            try AuditStore.append(.personCreated, actor: Self.actor, subject: person.id, at: person.createdAt, in: tx)
            return person.id
        }
    }

    /// A page of everybody by e-mail, at most 500.
    public func list(after email: String? = nil) async throws -> [Summary] {
        try await database.read { tx in
            try PersonStore.list(after: email, limit: 500, in: tx).map { try Self.summary($0, in: tx) }
        }
    }

    /// One person, by id, e-mail or username.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func show(_ who: String) async throws -> Summary {
        try await database.read { try Self.summary(Self.require(who, in: $0), in: $0) }
    }

    /// Lets a person in, or keeps them out and ends their sessions.
    public func setDisabled(_ disabled: Bool, _ who: String) async throws -> Summary {
        try await database.write { [now = time.now()] tx in
            var person = try Self.require(who, in: tx)
            person.status = disabled ? .disabled : .active
            try PersonStore.update(person, in: tx)
            if disabled { try SessionStore.revokeAll(of: person.id, in: tx) }
            try ActivityStore.append(disabled ? .accountDisabled : .accountEnabled, of: person.id, at: now, in: tx)
            try AuditStore.append(disabled ? .personDisabled : .personEnabled, actor: Self.actor, subject: person.id, at: now, in: tx)
            return try Self.summary(person, in: tx)
        }
    }

    /// Deletes a person with everything that is theirs, and shreds the key of what was sealed for them.
    ///
    /// - Returns: the blobs that no row names any more; delete them from the blob store.
    public func delete(_ who: String) async throws -> [BlobAddress] {
        try await database.write { [keys, now = time.now()] tx in
            let person = try Self.require(who, in: tx)
            try AuditStore.append(.personDeleted, actor: Self.actor, subject: person.id, at: now, in: tx)
            return try PersonStore.delete(person, at: now, keys: keys, in: tx)
        }
    }

    static func require(_ who: String, in tx: any ReadTransaction) throws -> PersonRecord {
        if let person = try PersonStore.find(who, in: tx) { return person }
        guard let person = try PersonStore.find(identifier: who, in: tx) else { throw Problem.notFound("person") }
        return person
    }

    private static func summary(_ person: PersonRecord, in tx: any ReadTransaction) throws -> Summary {
        Summary(
            id: person.id,
            email: person.email.text,
            emailProved: person.emailProved,
            name: person.profile.userName,
            username: person.username?.text,
            disabled: person.status == .disabled,
            enrolled: try TemplateStore.find(TemplatePlace(personID: person.id), in: tx) != nil,
            devices: try DeviceStore.list(of: person.id, in: tx).count,
            createdAt: person.createdAt
        )
    }
}
