public import ParaphStorage

/// The rows of rate limits: when each party's bucket is full again.
enum RateLimitStore {
    /// Takes up to `wanted` out of a party's bucket, or one where it does not hold as many.
    static func take(
        _ wanted: Int,
        of scope: String,
        limit: RateLimit,
        at now: Int64,
        in tx: any WriteTransaction
    ) throws -> (taken: Int, decision: RateLimit.Decision) {
        let row = try tx.first("SELECT fullAt FROM rateLimit WHERE scope = \(scope)")
        let fullAt: Int64 = try row?.get("fullAt") ?? 0
        var decision = RateLimit.Decision.refused(until: now)
        for count in Set([wanted, 1]).sorted(by: >) {
            decision = limit.take(count, fullAt: fullAt, now: now)
            guard case .admitted(let next) = decision else { continue }
            try tx.execute(
                """
                INSERT INTO rateLimit (scope, fullAt) VALUES (\(scope), \(next))
                ON CONFLICT (scope) DO UPDATE SET fullAt = excluded.fullAt
                """
            )
            return (count, decision)
        }
        return (0, decision)
    }

    /// The most rows that one sweep deletes.
    static let sweepLength = 500

    /// Forgets some parties whose buckets are full, and says how many.
    static func sweep(before now: Int64, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM rateLimit
            WHERE scope IN (SELECT scope FROM rateLimit WHERE fullAt < \(now) ORDER BY fullAt LIMIT \(sweepLength))
            """
        )
    }
}

extension RateLimiter {
    /// The table of the limits.
    public static let migrations = [baseline]
}
