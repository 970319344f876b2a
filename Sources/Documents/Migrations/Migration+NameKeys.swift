import ParaphStorage

extension Migration {
    /// Where the names of kept documents lie that each have a key of their own.
    ///
    /// The column has another name, so that a program from before neither reads what it cannot open nor writes what this one would not.
    static let nameKeys = Migration(
        name: "documents/012-nameKeys",
        sql: "ALTER TABLE keptDocument RENAME COLUMN sealedName TO sealedFileName;"
    )
}
