extension ConcurrencyLimiter {
    /// Where files wait that must be in memory as a whole: so many bytes at a time, and few files, for reading them takes a processor each.
    ///
    /// An instance has one, whichever domains read files.
    /// - Parameters:
    ///   - budget: How many bytes are in memory at a time; a larger file comes alone.
    ///   - width: How many files are read at a time.
    /// - Returns: a limiter where 64 wait at most, each for twenty seconds.
    public static func memory(budget: Int, width: Int) -> ConcurrencyLimiter {
        ConcurrencyLimiter(Limits(width: width, budget: budget, queue: 64, patience: .seconds(20)))
    }
}
