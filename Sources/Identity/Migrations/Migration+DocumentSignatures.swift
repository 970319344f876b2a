import ParaphStorage

extension Migration {
    /// Which signatures were given for documents in the web app: the document's hash as it was opened.
    static let documentSignatures = Migration(
        name: "identity/026-documentSignatures",
        sql: """
            CREATE TABLE signatureForDocument (
                signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
                documentHash TEXT NOT NULL
            );
            """
    )
}
