import ParaphStorage

extension Migration {
    /// Where pictures, places and codes lie that each have a key of their own.
    ///
    /// The columns have other names, so that a program from before neither reads what it cannot open nor writes what this one would not.
    static let ownKeys = Migration(
        name: "identity/033-ownKeys",
        sql: """
            ALTER TABLE person RENAME COLUMN photo TO photoBlob;
            ALTER TABLE capture RENAME COLUMN photo TO photoBlob;
            ALTER TABLE personPlace RENAME COLUMN sealed TO sealedPlace;
            ALTER TABLE registration RENAME COLUMN sealedCode TO sealedDigits;
            """
    )
}
