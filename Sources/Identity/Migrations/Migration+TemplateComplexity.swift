import ParaphStorage

extension Migration {
    /// How hard a signature is to forge is measured of the hand: it is told of the sealed template, and does not lie beside it in the clear.
    ///
    /// PostgreSQL keeps what a dropped column held until its row is written anew.
    static let templateComplexity = Migration(
        name: "identity/032-templateComplexity",
        sql: """
            ALTER TABLE template DROP COLUMN complexity;
            UPDATE template SET touch = touch;
            """
    )
}
