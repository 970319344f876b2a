import ParaphStorage
import ParaphWire
import ServerKit

/// What people let apps, for them to see, to allow and to end.
struct AppGrantService: Sendable {
    let environment: IdentityEnvironment

    /// The apps that a person enrolled in or let, and those that wait for their word, the newest first.
    func list(of personID: String) async throws -> Page<AppGrant> {
        try await environment.database.read { [keys = environment.keys, now = environment.time.now()] tx in
            try Page(items: Self.grants(of: personID, at: now, keys: keys, in: tx))
        }
    }

    /// The same inside a transaction.
    static func grants(of personID: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> [AppGrant] {
        let person = try PersonService.find(personID, keys: keys, in: tx)
        let allowed = try AppGrantStore.list(of: personID, in: tx)
        let asked = try EmailProofStore.waiting(for: person.email, at: now, keys: keys, in: tx).filter { proof in
            !allowed.contains { $0.appID == proof.appID }
        }
        let known = try allowed.compactMap { try grant($0.appID, basis: $0.basis, of: personID, at: $0.createdAt, in: tx) }
        return try known + asked.compactMap { try grant($0.appID, basis: nil, of: personID, at: $0.createdAt, in: tx) }
    }

    private static func grant(
        _ appID: String,
        basis: AppGrantRecord.Basis?,
        of personID: String,
        at moment: Timestamp,
        in tx: any ReadTransaction
    ) throws -> AppGrant? {
        guard let app = try AppStore.find(appID, in: tx) else { return nil }
        return AppGrant(
            appId: app.id,
            appName: app.name,
            basis: basis.flatMap { AppGrant.Basis(rawValue: $0.rawValue) },
            isOfOrganisation: !app.restricted,
            hasOwnSignature: try TemplateStore.find(TemplatePlace(personID: personID, appID: appID), in: tx) != nil,
            comparesHere: try basis != nil && AppReach.opensOwnTemplate(of: personID, to: appID, in: tx),
            createdAt: moment
        )
    }

    /// Lets an app that asked, or that the person let by mail, compare with the signature that the person gave here.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the app is among those of ``list(of:)``; `approvalRequired`.
    func allow(_ appID: String, approval: String?, by caller: SessionCaller) async throws -> AppGrant {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let known = try Self.grants(of: caller.personID, at: now, keys: environment.keys, in: tx)
            guard let asked = known.first(where: { $0.appId == appID }) else { throw Problem.notFound("app") }
            let stepUp = StepUp(environment: environment)
            try stepUp.perform(.allowApp, by: caller, approval: approval, subject: appID, at: now, in: tx) { permit, telling in
                telling.appName = asked.appName
                try AppGrantStore.allow(appID, by: caller.personID, basis: .device, permit: permit, at: now, in: tx)
                try AuditStore.append(.appAllowed, actor: caller.personID, subject: appID, details: ["basis": "device"], at: now, in: tx)
            }
            return try Self.grants(of: caller.personID, at: now, keys: environment.keys, in: tx).first { $0.appId == appID } ?? asked
        }
    }

    /// Ends all that an app has of a person, at once.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the app is among those of ``list(of:)``; `approvalRequired`.
    func end(_ appID: String, approval: String?, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard try Self.grants(of: caller.personID, at: now, keys: environment.keys, in: tx).contains(where: { $0.appId == appID }),
                let app = try AppStore.find(appID, in: tx)
            else { throw Problem.notFound("app") }
            let stepUp = StepUp(environment: environment)
            let person = try PersonService.find(caller.personID, keys: environment.keys, in: tx)
            try stepUp.perform(.endApp, by: caller, approval: approval, subject: appID, at: now, in: tx) { permit, telling in
                telling.appName = app.name
                try Self.end(app, of: person, permit: permit, keys: environment.keys, at: now, in: tx)
            }
        }
    }

    /// Lets an app reach who followed a mailed link, and tells them unless it could before.
    func allow(_ appID: String, byMailTo personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let (stepUp, basis) = (StepUp(environment: environment), AppGrantRecord.Basis.mailedLink)
        guard let app = try AppStore.find(appID, in: tx) else { throw Problem.notFound("app") }
        try stepUp.accept(.allowAppByMail, of: personID, shown: .mailedCode, at: now, in: tx) { permit, telling in
            telling.appName = app.name
            if let before = try AppGrantStore.find(of: personID, app: appID, in: tx), before.basis >= basis {
                telling.isTold = false
                return
            }
            try AppGrantStore.allow(appID, by: personID, basis: basis, permit: permit, at: now, in: tx)
            try AuditStore.append(.appAllowed, actor: personID, subject: appID, details: ["basis": basis.rawValue], at: now, in: tx)
        }
    }

    /// Ends all that an app has of a person: its template, its sessions, what it asks, and, of a restricted one, that it reaches them.
    static func end(
        _ app: AppRecord,
        of person: PersonRecord,
        permit: borrowing StepUp.Permit,
        keys: KeyRing,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try TemplateStore.delete(TemplatePlace(personID: person.id, appID: app.id), keys: keys, in: tx)
        try EnrolmentStore.deleteAll(of: person.email, inApp: app.id, keys: keys, in: tx)
        try EmailProofStore.deleteAll(of: person.email, inApp: app.id, keys: keys, in: tx)
        try SessionStore.revokeAll(of: person.id, app: app.id, in: tx)
        try AppGrantStore.delete(app.id, of: person.id, permit: permit, at: now, in: tx)
        try AuditStore.append(.appEnded, actor: person.id, subject: app.id, at: now, in: tx)
    }
}
