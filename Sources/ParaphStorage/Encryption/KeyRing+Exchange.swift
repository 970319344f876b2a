extension KeyRing {
    /// How many keys are wrapped anew in one transaction.
    static let batchLength = 200

    /// Puts a new root key in the place of the one in use, while servers go on.
    ///
    /// First the new key is on the disk; then the database says that new keys are wrapped by it; then those that are there are wrapped anew
    /// in batches; at last its file takes the old one's place. Broken off anywhere, it goes on where it stopped when it is run again.
    /// - Parameters:
    ///   - database: The database that hangs on the key.
    ///   - note: Called in the transaction that begins the exchange, with the ids of both keys, to note it.
    ///   - progress: Told how many keys were wrapped anew so far; throws to stop.
    /// - Returns: The new key's id, and how many keys were wrapped anew.
    /// - Throws: ``StorageError``.
    public func exchangeRootKey(
        in database: any Database,
        note: @escaping @Sendable (_ old: String, _ new: String, _ tx: any WriteTransaction) throws -> Void = { _, _, _ in },
        progress: (Int) throws -> Void = { _ in }
    ) async throws -> (id: String, count: Int) {
        let lock = try files.lock()
        defer { withExtendedLifetime(lock) {} }
        let next = try files.makeNext()
        try await database.write { tx in
            let old = try rootInUse(in: tx)
            if old.id == next.id { return }
            try tx.execute("UPDATE rootKeyUse SET rootKeyId = \(next.id) WHERE id = 1")
            try note(old.id, next.id, tx)
        }
        let count = try await wrapAnew(by: next, in: database, progress: progress)
        try files.promote()
        return (next.id, count)
    }

    /// Ends an exchange that was broken off after the last key, or that another node did: its file takes the old one's place.
    func finishExchange(in database: any Database) async throws {
        // The holder of the lock ends it.
        guard try files.loadNext() != nil, let lock = try? files.lock() else { return }
        defer { withExtendedLifetime(lock) {} }
        guard let next = try files.loadNext() else { return }
        let isDone = try await database.read { tx in
            let used: String? = try tx.first("SELECT rootKeyId FROM rootKeyUse WHERE id = 1")?.get("rootKeyId")
            return try used == next.id && tx.first("SELECT holder FROM holderKey WHERE rootKeyId <> \(next.id) LIMIT 1") == nil
        }
        if isDone { try files.promote() }
    }

    private func wrapAnew(by root: RootKey, in database: any Database, progress: (Int) throws -> Void) async throws -> Int {
        var count = 0
        while true {
            let done = try await database.write { tx in
                let rows = try tx.rows(
                    "SELECT * FROM holderKey WHERE rootKeyId <> \(root.id) ORDER BY holder, number LIMIT \(Self.batchLength)"
                )
                for row in rows {
                    let holder: String = try row.get("holder")
                    let (number, bytes) = try unwrapBytes(row, holder: holder)
                    let wrapped = try wrap(bytes, number: number, holder: holder, root: root)
                    try tx.execute(
                        """
                        UPDATE holderKey SET rootKeyId = \(root.id), wrapped = \(wrapped) WHERE holder = \(holder) AND number = \(Int(number))
                        """
                    )
                }
                return rows.count
            }
            if done == 0 { return count }
            count += done
            try progress(count)
        }
    }
}
