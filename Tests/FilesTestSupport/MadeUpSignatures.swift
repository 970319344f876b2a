import ParaphStorage
import Synchronization

@testable import Files

/// Signatures on files that a test says were signed before they came.
final class MadeUpSignatures: FileSignatures {
    private let state = Mutex<[String: Set<String>]>([:])

    /// Has a person have signed a file.
    func sign(_ hash: String, by personID: String) { state.withLock { _ = $0[hash, default: []].insert(personID) } }

    func isSigned(hash: String, by personID: String, in tx: any ReadTransaction) throws -> Bool {
        state.withLock { $0[hash]?.contains(personID) == true }
    }
}
