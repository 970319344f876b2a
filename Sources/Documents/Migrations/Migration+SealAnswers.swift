import ParaphStorage

extension Migration {
    /// Which request a device authorised for a seal, so that the same one may come again, and what a person had sealed.
    ///
    /// Of the request it is the SHA-256.
    static let sealAnswers = Migration(
        name: "documents/010-sealAnswers",
        sql: """
            ALTER TABLE documentSeal ADD COLUMN accepted blob;
            CREATE INDEX documentSealByPerson ON documentSeal (personId, at);
            """
    )
}
