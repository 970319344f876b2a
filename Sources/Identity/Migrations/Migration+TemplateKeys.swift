import ParaphStorage

extension Migration {
    /// Where templates lie whose every revision has a key of its own.
    ///
    /// The column has another name, so that a program from before neither reads what it cannot open nor writes what this one would not.
    static let templateKeys = Migration(
        name: "identity/031-templateKeys",
        sql: "ALTER TABLE template RENAME COLUMN sealed TO sealedBytes;"
    )
}
