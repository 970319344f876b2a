import ParaphStorage

extension Migration {
    /// Where the keys of certificates lie that are each sealed by a key of their own.
    ///
    /// The column has another name, so that a program from before neither reads what it cannot open nor writes what this one would not.
    static let certificateKeys = Migration(
        name: "documents/011-certificateKeys",
        sql: "ALTER TABLE authorityCertificate RENAME COLUMN sealedKey TO sealedScalar;"
    )
}
