import ParaphStorage

/// One walk along the ledger.
struct AuditVerification {
    private typealias Finding = AuditVerdict.Finding
    private static let pageLength = 500

    private let tx: any ReadTransaction
    /// The last entry that was good, and its hash.
    private var sequence = 0
    private var hash = AuditEntry.start
    /// The hashes that checkpoints name, by place.
    private var expected: [Int: Set<String>] = [:]
    private var vouched = 0

    init(_ tx: any ReadTransaction) {
        self.tx = tx
    }

    mutating func run(key: AuditKey?, others: [String]) throws -> AuditVerdict {
        let (checkpoints, badCheckpoint) = try readCheckpoints(key: key, others: others)
        for checkpoint in checkpoints { expected[checkpoint.sequence, default: []].insert(checkpoint.hash) }
        let entries: Int = try tx.first("SELECT COUNT(*) AS count FROM auditLedger")?.get("count") ?? 0
        let broken = try walk() ?? ending(checkpoints) ?? beside(entries)
        return AuditVerdict(
            entries: entries,
            checkpoints: checkpoints.count,
            vouched: vouched,
            key: key?.text,
            finding: broken ?? badCheckpoint
        )
    }

    private func readCheckpoints(key: AuditKey?, others: [String]) throws -> ([AuditCheckpoint], Finding?) {
        var checkpoints: [AuditCheckpoint] = []
        var finding: Finding?
        let rows = try tx.rows("SELECT sequence, note FROM auditCheckpoint ORDER BY sequence")
        let kept = try rows.map { (place: try $0.get("sequence", as: Int.self), note: try $0.get("note", as: String.self)) }
        for (place, note) in kept.map({ (Optional($0.place), $0.note) }) + others.map({ (nil, $0) }) {
            do {
                guard let key else { throw AuditError(.badSignature, "there are checkpoints, but the key that signed them is gone") }
                let checkpoint = try AuditCheckpoint(note: note, key: key)
                guard place == nil || place == checkpoint.sequence else {
                    throw AuditError(.badSignature, "a checkpoint stands in another one's place")
                }
                checkpoints.append(checkpoint)
            } catch let error as AuditError {
                finding = finding ?? Finding(kind: .checkpoint, sequence: place ?? 0, message: error.message)
            }
        }
        return (checkpoints, finding)
    }

    /// Follows the chain from the first entry on.
    private mutating func walk() throws -> Finding? {
        if let finding = rewritten() { return finding }
        while true {
            let rows = try tx.rows(
                "SELECT * FROM auditLedger WHERE sequence > \(sequence) ORDER BY sequence LIMIT \(Self.pageLength)"
            )
            if rows.isEmpty { return nil }
            for row in rows {
                if let finding = try step(row) ?? rewritten() { return finding }
            }
        }
    }

    private mutating func step(_ row: Row) throws -> Finding? {
        let place: Int = try row.get("sequence")
        let next = sequence + 1
        guard place == next else {
            return Finding(kind: .deleted, sequence: next, message: "entry \(next) is gone; the one after \(sequence) is \(place)")
        }
        let stored: String = try row.get("hash")
        let previous: String = try row.get("previous")
        let entry = try AuditEntry(row)
        if previous == hash {
            guard let entry, entry.hash == stored else {
                return Finding(kind: .changed, sequence: next, message: "entry \(next) does not read as it was written")
            }
            (sequence, hash) = (next, stored)
            return nil
        }
        return try explain(next, isConsistent: entry?.hash == stored, previous: previous)
    }

    /// Why an entry does not follow the one before it.
    private func explain(_ place: Int, isConsistent: Bool, previous: String) throws -> Finding {
        // It follows an earlier entry: those between the two came later.
        let followed = try tx.first("SELECT sequence FROM auditLedger WHERE hash = \(previous) AND sequence < \(sequence)")
        if let row = followed {
            let first = try row.get("sequence", as: Int.self) + 1
            return Finding(
                kind: .inserted,
                sequence: first,
                message: "entry \(first) was put in later: entry \(place) was not written after it"
            )
        }
        if previous == AuditEntry.start {
            return Finding(kind: .inserted, sequence: 1, message: "entry 1 was put in later: entry \(place) was the first")
        }
        if isConsistent {
            return Finding(
                kind: .changed,
                sequence: place - 1,
                message: "entry \(place - 1) is not the one that entry \(place) was written after"
            )
        }
        return Finding(kind: .moved, sequence: place, message: "another entry stands in the place of entry \(place)")
    }

    /// Compares the chain with the checkpoints at the place where it stands now.
    private mutating func rewritten() -> Finding? {
        guard let hashes = expected[sequence] else { return nil }
        guard hashes == [hash] else {
            let first = sequence == 0 ? 0 : vouched + 1
            return Finding(
                kind: .rewritten,
                sequence: first,
                message: "the entries \(first) to \(sequence) were written anew: a checkpoint tells of another entry \(sequence)"
            )
        }
        vouched = sequence
        return nil
    }

    /// Looks for rows that no chain reaches, before its first entry.
    private func beside(_ entries: Int) throws -> Finding? {
        guard entries != sequence else { return nil }
        let first: Int = try tx.first("SELECT MIN(sequence) AS first FROM auditLedger")?.get("first") ?? 0
        return Finding(kind: .inserted, sequence: first, message: "entry \(first) was put in by hand: the ledger begins with entry 1")
    }

    /// Compares where the chain ends with where it should.
    private func ending(_ checkpoints: [AuditCheckpoint]) throws -> Finding? {
        let head = try AuditStore.head(in: tx)
        let last = max(head.sequence, checkpoints.map(\.sequence).max() ?? 0)
        if last > sequence {
            // What is missing could tell whether those that are left are the ones it was written after.
            let doubt = vouched < sequence ? "; the entries \(vouched + 1) to \(sequence), too, may have been written anew" : ""
            return Finding(
                kind: .truncated,
                sequence: sequence + 1,
                message: "the ledger ends with entry \(sequence), but entries up to \(last) were written\(doubt)"
            )
        }
        if head.sequence < sequence {
            let first = head.sequence + 1
            return Finding(kind: .inserted, sequence: first, message: "entry \(first) was put in by hand: the ledger ended before it")
        }
        guard head.hash == hash else {
            return Finding(kind: .changed, sequence: sequence, message: "entry \(sequence) is not the one that the ledger ended with")
        }
        return nil
    }
}
