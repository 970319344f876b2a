import ParaphWire
import ServerKit

extension ConcurrencyLimiter.Place {
    /// A person's in memory: how many files they have prepared for signatures at a time, and how many in a minute, on each node.
    static func memory(of personID: String) -> ConcurrencyLimiter.Place { ConcurrencyLimiter.Place(of: personID, most: 2, visits: 20) }
}

extension Problem {
    /// Why a file is not let into memory now.
    init(_ refusal: ConcurrencyLimiter.Refusal) {
        self =
            switch refusal {
            case .visits: .tooMany(retryAfter: 60)
            case .places: .tooMany(retryAfter: 5)
            case .room: .unavailable()
            }
    }
}
