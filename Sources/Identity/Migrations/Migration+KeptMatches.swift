import ParaphStorage

extension Migration {
    /// Finds what is the oldest of the signatures that matched in apps, and of the sign-ins there that are told, for so many are kept.
    static let keptMatches = Migration(
        name: "identity/048-keptMatches",
        sql: """
            CREATE INDEX signatureSampleMatchedInApps ON signatureSample (personId, at) WHERE isMatch = 1 AND appId IS NOT NULL;
            CREATE INDEX activityOfAppSignIns ON activity (personId, number) WHERE kind = 'signedIn' AND appName IS NOT NULL;
            """
    )
}
