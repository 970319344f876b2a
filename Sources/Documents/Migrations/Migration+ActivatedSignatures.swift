import ParaphStorage

extension Migration {
    /// The signatures that digests were given, for programs that did not get the answer.
    static let activatedSignatures = Migration(
        name: "documents/005-activatedSignatures",
        sql: "ALTER TABLE activatedDigest ADD COLUMN signature blob;"
    )
}
