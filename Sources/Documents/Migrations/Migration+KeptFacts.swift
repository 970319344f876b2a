import ParaphStorage

extension Migration {
    /// How many signatures the file of a version has, and how many fields for one are empty; NULL where that is not known, as of what was kept before.
    static let keptFacts = Migration(
        name: "documents/013-keptFacts",
        sql: """
            ALTER TABLE keptVersion ADD COLUMN signatures INTEGER CHECK (signatures >= 0);
            ALTER TABLE keptVersion ADD COLUMN openFields INTEGER CHECK (openFields >= 0);
            ALTER TABLE keptDraft ADD COLUMN signatures INTEGER CHECK (signatures >= 0);
            ALTER TABLE keptDraft ADD COLUMN openFields INTEGER CHECK (openFields >= 0);
            """
    )
}
