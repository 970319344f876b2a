import Crypto
import Foundation
import ParaphWire
import Synchronization

/// The histories that strangers had certificates of lately, as they were: of one that did not change the ledger notes one certificate.
final class CertifiedHistories: Sendable {
    /// How many documents are remembered; beyond that all are forgotten, and noted once more.
    private static let most = 10_000

    private let digests = Mutex<[String: [UInt8]]>([:])

    /// Whether a history is another than it was at the certificate before.
    func isNew(_ history: DocumentHistory) throws -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let digest = Array(SHA256.hash(data: try encoder.encode(history)))
        return digests.withLock { digests in
            guard digests[history.id] != digest else { return false }
            if digests.count >= Self.most { digests = [:] }
            digests[history.id] = digest
            return true
        }
    }
}
