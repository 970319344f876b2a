import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization

@testable import Documents

/// People who answer programs as a test says.
final class MadeUpRequests: SigningRequests {
    private struct Asked {
        let question: SigningQuestion
        let program: String?
        var outcome = SigningOutcome.pending
    }

    private let asked = Mutex<[String: Asked]>([:])

    func ask(_ question: SigningQuestion, as principal: Principal) async throws -> String {
        let id = Identifier.random()
        asked.withLock { $0[id] = Asked(question: question, program: principal.program) }
        return id
    }

    func outcome(of id: String, for principal: Principal, in tx: any ReadTransaction) throws -> SigningOutcome? {
        asked.withLock { $0[id].flatMap { $0.program == principal.program ? $0.outcome : nil } }
    }

    /// Lets the person sign for what was asked.
    func approve(_ id: String, at now: Timestamp) {
        asked.withLock { asked in
            guard let question = asked[id]?.question else { return }
            asked[id]?.outcome = .approved(question, signatureID: "s-\(id)", at: now)
        }
    }

    /// Says how else it went.
    func end(_ id: String, _ outcome: SigningOutcome) {
        asked.withLock { $0[id]?.outcome = outcome }
    }

    /// How many were asked.
    var count: Int { asked.withLock { $0.count } }
}
