import GRDB

/// One caller's write, waiting for its turn.
struct SQLiteWrite: Sendable {
    /// What became of a write inside a transaction that is not committed yet.
    struct Outcome {
        var write: SQLiteWrite
        /// Tells the caller; to be called once, after the commit.
        var answer: () -> Void
        /// What runs after the commit; empty where the write failed.
        var effects: [@Sendable () -> Void] = []
        /// Whether the transaction around the write is gone with it.
        var isTransactionLost = false
    }

    /// Tells writes apart, rising in the order in which they were asked for.
    let ticket: UInt64
    /// Runs the caller's closure; the answer is to be given once what it wrote is durable.
    let run: @Sendable (any WriteTransaction) throws -> @Sendable () -> Void
    /// Answers the caller with an error.
    let fail: @Sendable (any Error) -> Void

    /// Runs the closure in a savepoint of the transaction that is open.
    func attempt(on connection: GRDB.Database, wakeUps: WakeUps) -> Outcome {
        let transaction = SQLiteWriteTransaction(connection, wakeUps: wakeUps)
        do {
            try connection.execute(sql: "SAVEPOINT paraph")
            let answer: () -> Void
            do {
                defer { transaction.end() }
                answer = try run(transaction)
            }
            // A closure may have swallowed the error by which SQLite gave up the whole transaction.
            guard connection.isInsideTransaction else {
                throw StorageError(.engine, "SQLite rolled the transaction back while a closure went on; let its errors through")
            }
            try connection.execute(sql: "RELEASE paraph")
            return Outcome(write: self, answer: answer, effects: transaction.effects)
        } catch {
            let failure: any Error = error is DatabaseError ? StorageError(translating: error) : error
            var outcome = Outcome(write: self, answer: { fail(failure) })
            do {
                guard connection.isInsideTransaction else { throw failure }
                try connection.execute(sql: "ROLLBACK TO paraph; RELEASE paraph")
            } catch {
                outcome.isTransactionLost = true
            }
            return outcome
        }
    }
}
