import Foundation
public import ParaphStorage
import ParaphWire

/// An instance's ledger with the key that its checkpoints are signed by.
public struct AuditLedger: Sendable {
    let database: any Database
    let keys: KeyRing
    private let time: any TimeSource
    /// The file beside the database that holds the last checkpoint; an attacker who shortens the tables must change it too.
    private let file: String?

    /// Makes the ledger of an instance.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Opens the signing key.
    ///   - file: Where the last checkpoint is written as well; `nil` for nowhere.
    ///   - time: Tells the time.
    public init(database: any Database, keys: KeyRing, file: String?, time: any TimeSource = SystemTime()) {
        self.database = database
        self.keys = keys
        self.file = file
        self.time = time
    }

    /// Signs how far the ledger goes now, unless the last checkpoint says so already.
    ///
    /// - Returns: the checkpoint of the last entry.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func checkpoint() async throws -> AuditCheckpoint {
        let checkpoint = try await database.write { [keys, time] tx in
            let head = try AuditStore.head(in: tx)
            let signer = try AuditSigner.findOrCreate(keys: keys, in: tx)
            let found = try tx.first("SELECT note FROM auditCheckpoint WHERE sequence = \(head.sequence)")
            if let note: String = try found?.get("note"), let checkpoint = try? AuditCheckpoint(note: note, key: signer.publicKey),
                checkpoint.hash == head.hash
            {
                return checkpoint
            }
            let checkpoint = try AuditCheckpoint(sequence: head.sequence, hash: head.hash, at: time.now(), signer: signer)
            // One that is there and wrong stays for `verify` to find.
            try tx.execute(
                """
                INSERT INTO auditCheckpoint (sequence, at, note) VALUES (\(checkpoint.sequence), \(checkpoint.at),
                    \(checkpoint.note)) ON CONFLICT (sequence) DO NOTHING
                """
            )
            return checkpoint
        }
        if let file { try DurableFile.replace(at: file, with: Array(checkpoint.note.utf8)) }
        return checkpoint
    }

    /// Looks at every entry and every checkpoint.
    ///
    /// - Parameter others: Notes that were kept elsewhere.
    /// - Returns: what was found.
    /// - Throws: ``StorageError`` where the database or the audit key cannot be read.
    public func verify(others: [String] = []) async throws -> AuditVerdict {
        var notes = others
        if let file, let bytes = try DurableFile.read(at: file, limit: AuditCheckpoint.limit) {
            notes.append(String(decoding: bytes, as: UTF8.self))
        }
        return try await database.read { [keys, notes] tx in
            var verification = AuditVerification(tx)
            return try verification.run(key: try AuditSigner.find(keys: keys, in: tx)?.publicKey, others: notes)
        }
    }
}
