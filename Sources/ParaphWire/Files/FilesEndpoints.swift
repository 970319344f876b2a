/// The native API's calls about files on the server, but for signing.
public enum FilesEndpoints {
    /// What the person keeps and what they may read of others, newest first; or what they deleted and may restore, the latest first.
    public static let list = Endpoint<FileListQuery, Nothing, Page<StoredFile>>("GET", "/v1/files")
    /// Announces a file; its bytes follow in pieces.
    public static let start = Endpoint<Nothing, FileUpload, StoredFile>("POST", "/v1/files")
    /// One of them.
    public static let find = Endpoint<Nothing, Nothing, StoredFile>("GET", "/v1/files/{id}")
    /// Gives it another name; the owner may.
    public static let rename = Endpoint<Nothing, FileRename, StoredFile>("PATCH", "/v1/files/{id}")
    /// Deletes it, every version: it goes to the trash, and for good after seven days, or at once where it was on its way; a reader leaves it
    /// instead.
    public static let delete = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/files/{id}")
    /// Takes it out of the trash, for its readers too; the owner may.
    public static let restore = Endpoint<Nothing, Nothing, StoredFile>("POST", "/v1/files/{id}/restore")
    /// The next piece of a file that is on its way, as bytes.
    ///
    /// A piece counts whole or not at all. 409 `wrongOffset` tells in `received` where to go on. A session sends it, or who has an ``UploadToken``.
    public static let put = Endpoint<PieceHeaders, ByteStream, StoredFile>("PUT", "/v1/files/{id}/content", isOpen: true)
    /// What sends pieces of this file, and does nothing else, for a day: for systems that follow redirects with all that they were given.
    public static let uploadToken = Endpoint<Nothing, Nothing, UploadToken>("POST", "/v1/files/{id}/upload-token")
    /// The bytes of a version or a range of them; the ETag is the version's hash.
    public static let content = Endpoint<ContentQuery, Nothing, ByteStream>("GET", "/v1/files/{id}/content")
    /// The readers; the owner may ask.
    public static let readers = Endpoint<Nothing, Nothing, Page<FileReader>>("GET", "/v1/files/{id}/readers")
    /// Lets a reader in, and tells them by mail.
    public static let invite = Endpoint<Nothing, FileInvitation, FileReader>("POST", "/v1/files/{id}/readers")
    /// Takes a reader out.
    public static let dismiss = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/files/{id}/readers/{personId}")
    /// Sends the newest version to others by mail.
    public static let mail = Endpoint<Nothing, FileMail, Nothing>("POST", "/v1/files/{id}/mail")
}
