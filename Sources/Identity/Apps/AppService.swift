import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// What people do with the apps that they registered.
struct AppService: Sendable {
    let environment: IdentityEnvironment

    /// The apps of a person.
    func list(of personID: String) async throws -> Page<RegisteredApp> {
        let apps = try await environment.database.read { [keys = environment.keys] tx in
            try AppStore.list(ownedBy: personID, in: tx).map { try AppStore.wire($0, keys: keys, in: tx) }
        }
        return Page(items: apps)
    }

    /// Registers an app and tells its key, this once.
    func register(_ registration: AppRegistration, by caller: SessionCaller) async throws -> RegisteredApp {
        let personID = caller.personID
        let checked = try CheckedAppRegistration(registration, anybodys: true)
        let key = AppKey.random()
        return try await environment.database.write { [environment] tx in
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            return try stepUp.perform(.registerApp, by: caller, at: now, in: tx) { permit, telling in
                guard try AppStore.list(ownedBy: personID, in: tx).count < AppRules.appLimit else {
                    throw Problem.conflict(.tooManyApps, "You have registered \(AppRules.appLimit) apps already; delete one first.")
                }
                let app = AppRecord(checked, ownerID: personID, restricted: true, createdAt: now)
                telling.appName = app.name
                try AppStore.insert(app, contact: checked.email, key: key, permit: permit, keys: environment.keys, in: tx)
                try AuditStore.append(.appCreated, actor: personID, subject: app.id, at: app.createdAt, in: tx)
                return app.wire(email: checked.email, hasIcon: false, key: key)
            }
        }
    }

    /// Changes an app; one that gets disabled is out at once, with every session that was opened through it.
    func update(_ id: String, by personID: String, with update: AppUpdate) async throws -> RegisteredApp {
        let name = try update.name.map { name throws(Problem) in try AppRules.name(name, anybodys: true) }
        let email = try update.email.map { email throws(Problem) in try AppRules.email(email) }
        let website = try update.website.map { website throws(Problem) in try AppRules.website(website) }
        return try await environment.database.write { [time = environment.time, keys = environment.keys] tx in
            var app = try Self.require(id, ownedBy: personID, in: tx)
            let old = app
            if let name, name != app.name { (app.name, app.nameApproved) = (name, false) }
            app.website = website ?? app.website
            app.disabled = update.isDisabled ?? app.disabled
            try AppStore.update(app, at: time.now(), in: tx)
            let isOtherContact = try email.map { try $0 != AppStore.contact(of: app, keys: keys, in: tx) } ?? false
            if isOtherContact, let email { try AppStore.setContact(email, of: app, keys: keys, in: tx) }
            if app.disabled { try SessionStore.revokeAll(app: id, in: tx) }
            for action in app.actions(since: old, contactChanged: isOtherContact) {
                try AuditStore.append(action, actor: personID, subject: id, at: time.now(), in: tx)
            }
            return try AppStore.wire(app, keys: keys, in: tx)
        }
    }

    /// Gives an app a new key, told this once; the old one stops at once.
    ///
    /// - Throws: a ``Problem``: `notFound`, `approvalRequired`.
    func renewKey(of id: String, approval: String?, by caller: SessionCaller) async throws -> RegisteredApp {
        let personID = caller.personID
        let key = AppKey.random()
        return try await environment.database.write { [environment] tx in
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            let app = try Self.require(id, ownedBy: personID, in: tx)
            return try stepUp.perform(.renewAppKey, by: caller, approval: approval, subject: id, at: now, in: tx) { permit, telling in
                telling.appName = app.name
                try AppStore.setKey(key, of: id, permit: permit, at: now, in: tx)
                try AuditStore.append(.appKeyRenewed, actor: personID, subject: id, at: now, in: tx)
                return try AppStore.wire(app, key: key, keys: environment.keys, in: tx)
            }
        }
    }

    /// Deletes an app, unless there are people whose accounts work in it alone.
    ///
    /// - Throws: a ``Problem``: `notFound`, `appInUse`, `approvalRequired`.
    func delete(_ id: String, approval: String?, by caller: SessionCaller) async throws {
        let personID = caller.personID
        let blobs = try await environment.database.write { [environment] tx in
            let app = try Self.require(id, ownedBy: personID, in: tx)
            let count = try AppStore.accountCount(of: id, in: tx)
            guard count == 0 else {
                throw Problem.appInUse(by: count)
            }
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            return try stepUp.perform(.deleteApp, by: caller, approval: approval, subject: id, at: now, in: tx) { permit, telling in
                telling.appName = app.name
                try AuditStore.append(.appDeleted, actor: personID, subject: id, at: now, in: tx)
                return try AppStore.delete(app, permit: permit, at: now, keys: environment.keys, people: environment.people, in: tx)
            }
        }
        await environment.deleteBlobs(blobs)
    }

    /// Keeps a picture as an app's icon, without anything but the picture.
    func setIcon(_ bytes: [UInt8], of id: String, by personID: String) async throws {
        let icon = try AppRules.icon(bytes)
        try await environment.database.write { [time = environment.time] tx in
            try AppStore.setIcon(icon, of: Self.require(id, ownedBy: personID, in: tx).id, in: tx)
            try AuditStore.append(.appChanged, actor: personID, subject: id, at: time.now(), in: tx)
        }
    }

    /// An app's icon and its media type.
    func icon(of id: String, by personID: String) async throws -> (mediaType: String, bytes: [UInt8]) {
        try await environment.database.read { tx in
            guard let icon = try AppStore.icon(of: Self.require(id, ownedBy: personID, in: tx).id, in: tx) else {
                throw Problem.notFound("icon")
            }
            return icon
        }
    }

    private static func require(_ id: String, ownedBy personID: String, in tx: any ReadTransaction) throws -> AppRecord {
        guard let app = try AppStore.find(id, ownedBy: personID, in: tx) else { throw Problem.notFound("app") }
        return app
    }
}
