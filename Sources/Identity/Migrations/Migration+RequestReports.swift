import ParaphStorage

extension Migration {
    /// Which ended requests the person was told of; and one name for all tokens of administrators, where each had its own.
    static let requestReports = Migration(
        name: "identity/029-request-reports",
        sql: """
            ALTER TABLE clientRequest ADD COLUMN expiryNoted INTEGER NOT NULL DEFAULT 0;
            UPDATE clientRequest SET client = 'token' WHERE client LIKE 'token:%';
            INSERT INTO requestBlock (personId, client, at)
                SELECT personId, 'token', MIN(at) FROM requestBlock WHERE client LIKE 'token:%' GROUP BY personId;
            DELETE FROM requestBlock WHERE client LIKE 'token:%';
            """
    )
}
