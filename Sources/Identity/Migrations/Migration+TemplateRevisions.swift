import ParaphStorage

extension Migration {
    /// How often a template took a sample in: its bytes are sealed for their revision.
    static let templateRevisions = Migration(
        name: "identity/025-templateRevisions",
        sql: "ALTER TABLE template ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;"
    )
}
