/// The native API's calls about documents that are kept on the server.
public enum KeptDocumentsEndpoints {
    /// What the person keeps and what others let them into, newest first; the query's `after` is the `next` of the page before.
    public static let list = Endpoint<Nothing, Page<KeptDocument>>("GET", "/v1/kept-documents")
    /// Announces a file; its bytes follow in pieces.
    public static let start = Endpoint<KeptDocumentStart, KeptDocument>("POST", "/v1/kept-documents")
    /// One of them.
    public static let find = Endpoint<Nothing, KeptDocument>("GET", "/v1/kept-documents/{id}")
    /// Gives it another name; the owner may.
    public static let rename = Endpoint<KeptDocumentName, KeptDocument>("PATCH", "/v1/kept-documents/{id}")
    /// Deletes it for good, every version; who was let in leaves it instead.
    public static let delete = Endpoint<Nothing, Nothing>("DELETE", "/v1/kept-documents/{id}")
    /// The next piece of a file that is on its way, as bytes, with `Content-Range: bytes FIRST-LAST/SIZE` (RFC 9110, 14.4 and 14.5).
    ///
    /// A piece counts whole or not at all. 409 `wrongOffset` tells in `received` where to go on.
    public static let put = Endpoint<Nothing, KeptDocument>("PUT", "/v1/kept-documents/{id}/content")
    /// The bytes of a version (the query's `version`, else the newest), or a range of them; the ETag is the version's hash.
    public static let content = Endpoint<Nothing, Nothing>("GET", "/v1/kept-documents/{id}/content")
    /// Who was let in; the owner may ask.
    public static let readers = Endpoint<Nothing, Page<KeptDocumentReader>>("GET", "/v1/kept-documents/{id}/readers")
    /// Lets somebody in, and tells them by mail.
    public static let invite = Endpoint<KeptDocumentInvitation, KeptDocumentReader>("POST", "/v1/kept-documents/{id}/readers")
    /// Lets somebody in no more.
    public static let dismiss = Endpoint<Nothing, Nothing>("DELETE", "/v1/kept-documents/{id}/readers/{personId}")
    /// Prepares the newest version for a signature that was drawn for it, or for one before it.
    public static let prepare = Endpoint<KeptSigning, KeptDraft>("POST", "/v1/kept-documents/{id}/drafts")
    /// Seals a draft that the device authorised, and keeps the signed file: signature, seal, registry entry and file, or nothing.
    ///
    /// 409 `signedMeanwhile` where somebody else was faster: prepare again, on top of theirs. The same request sent again is answered the same.
    public static let complete = Endpoint<SealRequest, KeptDocument>("POST", "/v1/kept-documents/{id}/drafts/{draftId}")
    /// Sends the newest version to others by mail.
    public static let mail = Endpoint<KeptDocumentMail, Nothing>("POST", "/v1/kept-documents/{id}/mail")
}
