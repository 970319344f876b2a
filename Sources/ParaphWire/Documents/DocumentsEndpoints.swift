/// The native API's calls about documents, of which the server knows hashes only.
public enum DocumentsEndpoints {
    /// Who signed a document, version by version.
    ///
    /// The query's `hash` asks besides whether a file is one of its versions. Whoever holds the id may ask, strangers too; pictures, places
    /// and devices are told to participants.
    public static let history = Endpoint<Nothing, DocumentHistory>("GET", "/v1/documents/{id}")
    /// The picture that was taken with a signature, else the profile's; for participants.
    ///
    /// The header `Paraph-Photo-Orientation` says how to turn it.
    public static let photo = Endpoint<Nothing, Nothing>("GET", "/v1/documents/{id}/signatures/{signatureId}/photo")
}
