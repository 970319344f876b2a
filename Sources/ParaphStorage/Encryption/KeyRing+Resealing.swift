/// A table whose rows their holders' keys sealed once, and that are each to have the key of an object.
public struct Resealing: Sendable {
    /// One sealed row.
    public struct Row: Sendable {
        /// What tells the row from others; rows are read in its order.
        public var id: String
        /// Whose key sealed it, and is to wrap the object's.
        public var holder: String
        /// The version that it is sealed for, and stays sealed for.
        public var version: Int
        /// What stands there.
        public var sealed: [UInt8]

        /// Makes a row.
        public init(id: String, holder: String, version: Int, sealed: [UInt8]) {
            self.id = id
            self.holder = holder
            self.version = version
            self.sealed = sealed
        }
    }

    /// What became of the rows.
    public struct Report: Hashable, Sendable {
        /// How many have a key of their own from now on.
        public var resealed = 0
        /// How many did not open, and stay as they are.
        public var unreadable = 0
        /// How many could not be read now, and are tried again at the next start.
        public var missing = 0

        /// Nothing yet.
        public init() {}
    }

    /// The table.
    public var table: String
    /// The name of a row's object.
    public var object: @Sendable (_ id: String) -> String
    /// The sealed rows behind an id, in the order of ids, so many at most.
    public var rows: @Sendable (_ after: String, _ limit: Int, any ReadTransaction) throws -> [Row]
    /// Puts sealed bytes in the place of those of a row.
    public var replace: @Sendable (_ sealed: [UInt8], _ id: String, any WriteTransaction) throws -> Void

    /// Makes the resealing of a table.
    public init(
        table: String,
        object: @escaping @Sendable (_ id: String) -> String,
        rows: @escaping @Sendable (_ after: String, _ limit: Int, any ReadTransaction) throws -> [Row],
        replace: @escaping @Sendable (_ sealed: [UInt8], _ id: String, any WriteTransaction) throws -> Void
    ) {
        self.table = table
        self.object = object
        self.rows = rows
        self.replace = replace
    }
}

extension Resealing {
    /// Whether a table, or what else is sealed under a name, was given keys once for the database.
    public static func isDone(_ name: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT name FROM resealedTable WHERE name = \(name)") != nil
    }

    /// Notes that it was, for good.
    public static func finish(_ name: String, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO resealedTable (name) VALUES (\(name))")
    }
}

extension KeyRing {
    /// Gives every row of a table the key of an object, once for a database: it is noted when all are done.
    ///
    /// Whatever turns up later without one was put there, and stays unreadable. Broken off, it goes on with the rows that are left; several
    /// nodes may do it at once.
    /// - Parameters:
    ///   - resealing: The table.
    ///   - database: The database.
    ///   - note: Called in the last transaction, unless the table is empty, with the number of rows that this call gave keys.
    /// - Returns: What became of the rows; `nil` where it was done before.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func reseal(
        _ resealing: Resealing,
        in database: any Database,
        note: @escaping @Sendable (_ count: Int, any WriteTransaction) throws -> Void = { _, _ in }
    ) async throws -> Resealing.Report? {
        if try await database.read({ try Resealing.isDone(resealing.table, in: $0) }) { return nil }
        var report = Resealing.Report()
        var last: String? = ""
        while let after = last {
            (report, last) = try await database.write { [report] tx in
                // Another node was faster.
                if try Resealing.isDone(resealing.table, in: tx) { return (report, nil) }
                let rows = try resealing.rows(after, Self.batchLength, tx)
                var now = report
                for row in rows { try reseal(row, of: resealing, into: &now, in: tx) }
                if rows.count == Self.batchLength { return (now, rows.last?.id) }
                try Resealing.finish(resealing.table, in: tx)
                if !after.isEmpty || !rows.isEmpty { try note(now.resealed, tx) }
                return (now, nil)
            }
        }
        return report
    }

    private func reseal(_ row: Resealing.Row, of resealing: Resealing, into report: inout Resealing.Report, in tx: any WriteTransaction)
        throws
    {
        if Envelope.keyNumber(of: row.sealed) == Self.objectKeyNumber { return }
        let (table, object) = (resealing.table, resealing.object(row.id))
        let plaintext: [UInt8]
        do {
            plaintext = try open(row.sealed, holder: row.holder, table: table, row: row.id, version: row.version, in: tx)
        } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
            report.unreadable += 1
            return
        }
        try renew(object: object, holders: [row.holder], in: tx)
        let sealed = try seal(plaintext, object: object, holder: row.holder, table: table, row: row.id, version: row.version, in: tx)
        try resealing.replace(sealed, row.id, tx)
        report.resealed += 1
    }
}
