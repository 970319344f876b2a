import ParaphStorage

extension RateLimiter {
    /// The buckets that are not full.
    static let baseline = Migration(
        name: "limits/001-baseline",
        sql: """
            CREATE TABLE rateLimit (
                scope TEXT NOT NULL PRIMARY KEY,
                fullAt INTEGER NOT NULL
            );
            CREATE INDEX rateLimitByEnd ON rateLimit (fullAt);
            """
    )
}
