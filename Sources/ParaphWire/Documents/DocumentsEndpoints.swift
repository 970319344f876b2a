/// The native API's calls about documents, of which the server knows hashes only.
public enum DocumentsEndpoints {
    /// Who signed a document, version by version.
    ///
    /// A hash asks besides whether a file is one of its versions. Every caller that has the id may ask, strangers too; pictures, places
    /// and devices are told to participants.
    public static let history = Endpoint<HistoryQuery, Nothing, DocumentHistory>("GET", "/v1/documents/{id}", isOpen: true)
    /// The picture that was taken with a signature, else the profile's; for participants.
    public static let photo = Endpoint<Nothing, Nothing, Content>("GET", "/v1/documents/{id}/signatures/{signatureId}/photo", isOpen: true)
    /// How a signature looks, as an SVG document; for participants, where it is kept.
    public static let ink = Endpoint<Nothing, Nothing, Content>("GET", "/v1/documents/{id}/signatures/{signatureId}/ink", isOpen: true)
    /// What the history tells the one who asks, as a PDF that the instance seals.
    public static let evidence = Endpoint<EvidenceQuery, Nothing, Content>("GET", "/v1/documents/{id}/evidence", isOpen: true)
    /// Takes note of a version; the same one again changes nothing and is answered the same.
    public static let save = Endpoint<Nothing, DocumentSave, SavedDocument>("POST", "/v1/documents")
    /// What the organisation's seal takes.
    public static let sealOffer = Endpoint<Nothing, Nothing, SealOffer>("GET", "/v1/seal")
    /// What the seals of a document are worth that stays where it is; the server sees digests and signatures.
    public static let sealVerdict = Endpoint<Nothing, SealVerdictRequest, SealVerdicts>("POST", "/v1/seal/verdict")
    /// Seals a digest that the device of a signature authorised; each signature is good for one digest, which may be sealed again.
    public static let seal = Endpoint<Nothing, SealRequest, DocumentSeal>("POST", "/v1/documents/{id}/seals")
}
