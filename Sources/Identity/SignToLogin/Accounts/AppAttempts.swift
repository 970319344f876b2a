import ParaphStorage
import ParaphWire
import ServerKit

/// Counts tries in apps that do not match: for each person over all apps of a kind, whoever registered them and however often anew.
///
/// An app's key and an address are no secrets, so that anybody can send tries for somebody else. Their devices count apart, and nothing here
/// ever stops for good. Restricted apps share one count: they can try only whom they reach, who can end them. In the organisation's apps each
/// network counts by itself, and those in which the person never signed count together besides: a stranger makes other strangers wait, not
/// the person where they are at home.
struct AppAttempts: Sendable {
    let app: AppRecord
    let personID: String
    /// The network that the call came from; `nil` counts as one.
    let network: String?

    /// Of restricted apps together: 20 in a row, then one in 30 seconds.
    static let restricted = AttemptPolicy(freeFailures: 20, delay: 30, hardStop: .max)
    /// Of the organisation's apps, in one network: 60 in a row, then one in 30 seconds.
    static let network = AttemptPolicy(freeFailures: 60, delay: 30, hardStop: .max)
    /// Of the organisation's apps, in all networks together in which the person never signed.
    static let strangeNetworks = AttemptPolicy(freeFailures: 300, delay: 30, hardStop: .max)
    /// How long a network counts as one of the person's, in seconds, after a signature of theirs from there.
    static let familiarity: Int64 = 90 * 86_400

    private static let prefix = "apps:"
    private var restrictedScope: String { "\(Self.prefix)restricted:\(personID)" }
    private var networkScope: String { "\(Self.prefix)organisation:\(personID):\(network ?? "")" }
    private var strangeScope: String { "\(Self.prefix)strange:\(personID)" }
    private var familiarScope: String { "network:\(personID)" }
    private var place: SecretHash { SecretHash(of: "\(personID) \(network ?? "")") }

    /// Counts a try as failed before it is looked at, if it may be; ``succeed(at:in:)`` takes that back.
    func reserve(at now: Timestamp, in tx: any WriteTransaction) throws -> AttemptPolicy.Decision {
        let scopes = try scopes(at: now, in: tx)
        for (scope, policy) in scopes {
            let decision = try AttemptStore.decision(scope, policy: policy, at: now, in: tx)
            guard decision == .allowed else { return decision }
        }
        for (scope, policy) in scopes { _ = try AttemptStore.reserve(scope, personID: personID, policy: policy, at: now, in: tx) }
        return .allowed
    }

    /// Takes one try back that could not be looked at.
    func release(at now: Timestamp, in tx: any WriteTransaction) throws {
        for (scope, _) in try scopes(at: now, in: tx) { try AttemptStore.release(scope, in: tx) }
    }

    /// Forgets the failures, because the signature matched; the network is one of the person's from now on.
    func succeed(at now: Timestamp, in tx: any WriteTransaction) throws {
        if app.restricted { return try AttemptStore.succeed(restrictedScope, in: tx) }
        // What strangers did elsewhere is forgotten with time only.
        if try !isFamiliar(at: now, in: tx) { try AttemptStore.release(strangeScope, in: tx) }
        try AttemptStore.succeed(networkScope, in: tx)
        try AppUseStore.put(familiarScope, subject: place, for: Self.familiarity, of: personID, at: now, in: tx)
    }

    /// Forgets counts in which nothing happened for a day, and says how many.
    static func deleteQuiet(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM attempt WHERE scope IN (
                SELECT scope FROM attempt WHERE scope >= \(prefix) AND scope < \("apps;") AND lastAt <= \(now.adding(seconds: -86_400))
                ORDER BY scope LIMIT \(limit))
            """
        )
    }

    private func scopes(at now: Timestamp, in tx: any ReadTransaction) throws -> [(String, AttemptPolicy)] {
        if app.restricted { return [(restrictedScope, Self.restricted)] }
        let own = [(networkScope, Self.network)]
        return try isFamiliar(at: now, in: tx) ? own : own + [(strangeScope, Self.strangeNetworks)]
    }

    /// Whether a signature of the person's matched lately in the network.
    func isFamiliar(at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try AppUseStore.contains(familiarScope, subject: place, at: now, in: tx)
    }
}
