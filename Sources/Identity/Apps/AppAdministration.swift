public import ParaphStorage
public import ParaphWire
public import ServerKit

/// What administrators do with apps, on the database itself; `paraph admin app` calls it.
public struct AppAdministration: Sendable {
    private let database: any Database
    private let keys: KeyRing
    private let people: PersonErasure
    private let time: any TimeSource

    /// Who is noted as having done it.
    private static let actor = PersonAdministration.actor

    /// Makes the administration of a database that is migrated.
    public init(database: any Database, keys: KeyRing, people: PersonalData, time: any TimeSource = SystemTime()) {
        self.database = database
        self.keys = keys
        self.people = PersonErasure(people)
        self.time = time
    }

    /// Registers an app that no person owns; the answer holds its key, this once.
    ///
    /// - Parameters:
    ///   - registration: What is told of the app.
    ///   - restricted: Whether it reaches only those who enrol in it or let it; else it is the organisation's own and reaches everybody.
    ///   - intranet: Whether its website may be one that is reached inside the organisation only, by http or a name without a dot.
    /// - Returns: The app with its key, which is told this once.
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that names the field that is wrong.
    public func create(_ registration: AppRegistration, restricted: Bool = false, intranet: Bool = false) async throws -> RegisteredApp {
        let checked = try CheckedAppRegistration(registration, intranet: intranet)
        let app = AppRecord(checked, ownerID: nil, restricted: restricted, createdAt: time.now())
        let key = AppKey.random()
        try await database.write { [keys] tx in
            try AppStore.insert(app, contact: checked.email, key: key, permit: .administrator(), keys: keys, in: tx)
            try AuditStore.append(.appCreated, actor: Self.actor, subject: app.id, at: app.createdAt, in: tx)
        }
        return app.wire(email: checked.email, hasIcon: false, key: key)
    }

    /// Every app, oldest first.
    public func list() async throws -> [RegisteredApp] {
        try await database.read { [keys] tx in
            try AppStore.list(in: tx).map { try AppStore.wire($0, keys: keys, in: tx) }
        }
    }

    /// An app, with who owns it and whom it reaches because they let it.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func app(id: String) async throws -> AppDetails {
        try await database.read { tx in
            let app = try Self.require(id, in: tx)
            return AppDetails(
                app: try AppStore.wire(app, keys: keys, in: tx),
                owner: try app.ownerID.flatMap { try PersonStore.find($0, keys: keys, in: tx)?.email.text },
                people: try AppGrantStore.count(of: id, in: tx)
            )
        }
    }

    /// Has an app reach only those who enrol in it or let it, or makes it the organisation's own, which reaches everybody.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func setRestricted(_ restricted: Bool, id: String) async throws -> RegisteredApp {
        try await change(id) { app, _ in app.restricted = restricted }
    }

    /// Lets an app in or keeps it out; one that is kept out loses the sessions that were opened through it.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func setDisabled(_ disabled: Bool, id: String) async throws -> RegisteredApp {
        try await change(id) { app, tx in
            app.disabled = disabled
            if disabled { try SessionStore.revokeAll(app: id, in: tx) }
        }
    }

    private func change(
        _ id: String,
        _ apply: @escaping @Sendable (inout AppRecord, any WriteTransaction) throws -> Void
    ) async throws -> RegisteredApp {
        try await database.write { [keys, time] tx in
            var app = try Self.require(id, in: tx)
            let old = app
            try apply(&app, tx)
            try AppStore.update(app, at: time.now(), in: tx)
            for action in app.actions(since: old) { try AuditStore.append(action, actor: Self.actor, subject: id, at: time.now(), in: tx) }
            return try AppStore.wire(app, keys: keys, in: tx)
        }
    }

    /// Lets mails repeat an app's name as it is now; its owner's next name is looked at again.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func approveName(id: String) async throws -> RegisteredApp {
        try await change(id) { app, _ in app.nameApproved = true }
    }

    /// Keeps a picture as an app's icon, without anything but the picture.
    ///
    /// - Throws: a ``ParaphWire/Problem``: `malformed` where it is no picture that is taken, or `notFound`.
    public func setIcon(_ bytes: [UInt8], id: String) async throws -> RegisteredApp {
        let icon = try AppRules.icon(bytes)
        return try await database.write { [keys, time] tx in
            let app = try Self.require(id, in: tx)
            try AppStore.setIcon(icon, of: id, in: tx)
            try AuditStore.append(.appChanged, actor: Self.actor, subject: id, at: time.now(), in: tx)
            return try AppStore.wire(app, keys: keys, in: tx)
        }
    }

    /// Gives an app a new key; the answer holds it, this once, and the old one stops at once.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    public func renewKey(id: String) async throws -> RegisteredApp {
        let key = AppKey.random()
        return try await database.write { [keys, time] tx in
            let app = try Self.require(id, in: tx)
            let now = time.now()
            try AppStore.setKey(key, of: id, permit: .administrator(), at: now, in: tx)
            try AuditStore.append(.appKeyRenewed, actor: Self.actor, subject: id, at: now, in: tx)
            return try AppStore.wire(app, key: key, keys: keys, in: tx)
        }
    }

    /// Deletes an app, with the accounts and templates that work in it alone.
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - force: Whether accounts that would be lost do not matter.
    /// - Returns: The blobs that no row names any more; delete them from the blob store.
    /// - Throws: a ``ParaphWire/Problem``: `notFound`, or `appInUse` where accounts would be lost.
    public func delete(id: String, force: Bool) async throws -> [BlobAddress] {
        try await database.write { [keys, time] tx in
            let app = try Self.require(id, in: tx)
            let count = try AppStore.accountCount(of: id, in: tx)
            guard force || count == 0 else {
                throw Problem.appInUse(by: count)
            }
            let now = time.now()
            try AuditStore.append(.appDeleted, actor: Self.actor, subject: id, at: now, in: tx)
            return try AppStore.delete(app, permit: .administrator(), at: now, keys: keys, people: people, in: tx)
        }
    }

    private static func require(_ id: String, in tx: any ReadTransaction) throws -> AppRecord {
        guard let app = try AppStore.find(id, in: tx) else { throw Problem.notFound("app") }
        return app
    }
}
