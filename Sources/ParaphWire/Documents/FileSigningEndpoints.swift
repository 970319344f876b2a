/// The native API's calls about signing files on the server.
public enum FileSigningEndpoints {
    /// Prepares the newest version for a signature that was drawn for it, or for one before it.
    ///
    /// 409 `changedSince` where more than signatures on free paper came since: the person looks at the newest version and signs again.
    public static let prepare = Endpoint<Nothing, FileSigning, FileDraft>("POST", "/v1/files/{id}/drafts")
    /// Seals a draft that the device authorised, and keeps the signed file: signature, seal, registry entry and file, or nothing.
    ///
    /// 409 `signedMeanwhile` where another person was faster: prepare again, on top of theirs. The same request sent again is answered the same.
    public static let complete = Endpoint<Nothing, SealRequest, StoredFile>("POST", "/v1/files/{id}/drafts/{draftId}")
}
