import ParaphTrust
import ParaphWire
import Synchronization
import X509

/// The lists of revoked certificates that a node made for its own judgements, one a root.
///
/// A list is good for as long as it says what the database says: which rows it was made of is compared each time, so that a revocation counts
/// at once, on whichever node it was made.
final class RevocationLists: Sendable {
    private struct Entry {
        let root: Certificate
        let revoked: [RevokedCertificate]
        let made: Timestamp
        let der: [UInt8]
    }

    private let entries = Mutex<[Int: Entry]>([:])
    private let life: Int64

    /// Keeps lists for half of their life, in seconds.
    init(life: Int64) {
        self.life = life
    }

    /// The list that was made of the same rows; `nil` where there is none, or its time is over.
    func list(of revoked: [RevokedCertificate], by root: RootCertificate, at now: Timestamp) -> [UInt8]? {
        entries.withLock { entries in
            guard let entry = entries[root.number], entry.root == root.certificate, entry.revoked == revoked,
                (entry.made..<entry.made.adding(seconds: life / 2)).contains(now)
            else { return nil }
            return entry.der
        }
    }

    /// Keeps a list in the place of the one before.
    func keep(_ der: [UInt8], of revoked: [RevokedCertificate], by root: RootCertificate, at now: Timestamp) {
        entries.withLock { $0[root.number] = Entry(root: root.certificate, revoked: revoked, made: now, der: der) }
    }
}
