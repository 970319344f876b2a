import ParaphStorage

extension Migration {
    /// From when on nobody proved or used an account that an app made; nothing where it stays for good.
    static let unusedAccounts = Migration(
        name: "identity/051-unusedAccounts",
        sql: """
            ALTER TABLE person ADD COLUMN unusedSince INTEGER;
            UPDATE person SET unusedSince = createdAt WHERE emailProved = 0;
            CREATE INDEX personUnused ON person (ownerAppId, unusedSince) WHERE unusedSince IS NOT NULL;
            """
    )
}
