/// What a store needs to read: one consistent view of the database.
///
/// It is valid only inside the closure that it was handed to, on that thread.
public protocol ReadTransaction: AnyObject {
    /// Every row that a statement yields, in order.
    func rows(_ sql: SQL) throws -> [Row]

    /// How the engine would answer a statement, in its own words, a step an element; tests assert that a hot query names its index.
    func explain(_ sql: SQL) throws -> [String]
}

/// What a store needs to write; whatever its closure wrote becomes visible at once, or not at all when the closure throws.
public protocol WriteTransaction: ReadTransaction {
    /// Runs a statement and says how many rows it changed.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int

    /// Runs an effect after the commit is durable; never when the transaction fails.
    ///
    /// A closure may be run again before it commits, so whatever leaves the database (mail, wake-ups, files) belongs here.
    func afterCommit(_ effect: @escaping @Sendable () -> Void)

    /// Wakes the listeners of a topic, on every node, after the commit; never when the transaction fails.
    func wake(_ topic: Topic)
}

extension ReadTransaction {
    /// The first row that a statement yields, if any.
    public func first(_ sql: SQL) throws -> Row? {
        try rows(sql).first
    }
}
