import ParaphStorage

extension Migration {
    /// Which request a device authorised for a draft, so that the same one is not asked for again: its SHA-256.
    static let keptDraftAnswers = Migration(
        name: "documents/009-keptDraftAnswers",
        sql: """
            ALTER TABLE keptDraft ADD COLUMN accepted blob;
            """
    )
}
