import ParaphStorage
import ServerKit

/// What becomes of the requests of programs, as `/metrics` counts it.
enum RequestOutcome: String, Sendable {
    case asked, approved, declined, denied, reported
    /// The program asked too often.
    case throttled
    /// The program is blocked for this person.
    case blocked

    static let family = Metrics.Family(
        "paraph_client_requests_total",
        "Requests of programs to people, by what became of them.",
        labels: ["outcome"]
    )
}

extension IdentityEnvironment {
    /// Counts what became of a request, once the transaction is committed.
    func count(_ outcome: RequestOutcome, in tx: any WriteTransaction) {
        let metrics = metrics
        tx.afterCommit { metrics.count(RequestOutcome.family, [outcome.rawValue]) }
    }
}
