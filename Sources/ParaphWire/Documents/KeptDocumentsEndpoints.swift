/// The native API's calls about documents that are kept on the server.
public enum KeptDocumentsEndpoints {
    /// What the person keeps and what others let them into, newest first.
    public static let list = Endpoint<PageQuery, Nothing, Page<KeptDocument>>("GET", "/v1/kept-documents")
    /// Announces a file; its bytes follow in pieces.
    public static let start = Endpoint<Nothing, KeptDocumentStart, KeptDocument>("POST", "/v1/kept-documents")
    /// One of them.
    public static let find = Endpoint<Nothing, Nothing, KeptDocument>("GET", "/v1/kept-documents/{id}")
    /// Gives it another name; the owner may.
    public static let rename = Endpoint<Nothing, KeptDocumentName, KeptDocument>("PATCH", "/v1/kept-documents/{id}")
    /// Deletes it for good, every version; who was let in leaves it instead.
    public static let delete = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/kept-documents/{id}")
    /// The next piece of a file that is on its way, as bytes.
    ///
    /// A piece counts whole or not at all. 409 `wrongOffset` tells in `received` where to go on.
    public static let put = Endpoint<PieceHeaders, ByteStream, KeptDocument>("PUT", "/v1/kept-documents/{id}/content")
    /// The bytes of a version or a range of them; the ETag is the version's hash.
    public static let content = Endpoint<ContentQuery, Nothing, ByteStream>("GET", "/v1/kept-documents/{id}/content")
    /// Who was let in; the owner may ask.
    public static let readers = Endpoint<Nothing, Nothing, Page<KeptDocumentReader>>("GET", "/v1/kept-documents/{id}/readers")
    /// Lets somebody in, and tells them by mail.
    public static let invite = Endpoint<Nothing, KeptDocumentInvitation, KeptDocumentReader>("POST", "/v1/kept-documents/{id}/readers")
    /// Lets somebody in no more.
    public static let dismiss = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/kept-documents/{id}/readers/{personId}")
    /// Prepares the newest version for a signature that was drawn for it, or for one before it.
    public static let prepare = Endpoint<Nothing, KeptSigning, KeptDraft>("POST", "/v1/kept-documents/{id}/drafts")
    /// Seals a draft that the device authorised, and keeps the signed file: signature, seal, registry entry and file, or nothing.
    ///
    /// 409 `signedMeanwhile` where somebody else was faster: prepare again, on top of theirs. The same request sent again is answered the same.
    public static let complete = Endpoint<Nothing, SealRequest, KeptDocument>("POST", "/v1/kept-documents/{id}/drafts/{draftId}")
    /// Sends the newest version to others by mail.
    public static let mail = Endpoint<Nothing, KeptDocumentMail, Nothing>("POST", "/v1/kept-documents/{id}/mail")
}
