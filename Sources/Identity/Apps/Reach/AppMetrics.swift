import ParaphStorage
import ParaphWire
import ServerKit

/// What restricted apps try beyond those who let them, as `/metrics` counts it.
enum AppMetrics {
    /// Calls that named a person who is unknown or did not allow the app: one who makes many is trying who is here.
    static let unreached = Metrics.Family(
        "paraph_restricted_apps_unreached_total",
        "Calls of restricted apps that named somebody who did not let them or has no account, by call.",
        labels: ["call"]
    )
    /// Registrations that were refused because an owner's apps brought up too many addresses in a day.
    static let tooMany = Metrics.Family(
        "paraph_restricted_apps_refused_total",
        "Registrations by restricted apps that were refused because their owner brought up too many addresses in a day."
    )
}

extension IdentityEnvironment {
    /// Counts that a restricted app named a person whom it does not reach.
    func countUnreached(_ call: String, by app: AppRecord) {
        if app.restricted { metrics.count(AppMetrics.unreached, [call]) }
    }

    /// Tells the operator that an owner's apps brought up too many addresses: by metrics each time, in the ledger once a day.
    func noteTooMany(by app: AppRecord) async throws {
        metrics.count(AppMetrics.tooMany)
        try await database.write { [now = time.now()] tx in
            let scope = "told:\(app.source)"
            guard try AppUseStore.count(scope, at: now, in: tx) == 0 else { return }
            try AppUseStore.put(scope, subject: SecretHash(of: "addresses"), for: 86_400, at: now, in: tx)
            try AuditStore.append(.appAsksTooMuch, actor: app.ownerID ?? app.id, subject: app.id, at: now, in: tx)
        }
    }
}
