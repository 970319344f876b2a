public import ParaphWire

extension ParaphClient {
    /// Files that are kept on the server.
    public var files: Files { Files(client: self) }
}

/// Calls about files on the server: the person's own, and those that others let them into.
///
/// Sending and fetching are in ``upload(_:named:resuming:progress:)`` and ``download(_:to:progress:)``.
public struct Files: Sendable {
    let client: ParaphClient

    /// What the person keeps and what they may read of others, newest first, a page of it.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the page before; `nil` for the first.
    ///   - isTrashed: Whether those are asked for that were deleted and may be restored.
    /// - Returns: the page, and what leads to the next.
    /// - Throws: ``ClientError``.
    public func list(after cursor: String? = nil, isTrashed: Bool = false) async throws -> Page<StoredFile> {
        try await client.call(FilesEndpoints.list, query: FileListQuery(after: cursor, isTrashed: isTrashed ? true : nil))
    }

    /// One of them.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func find(_ id: String) async throws -> StoredFile { try await client.call(FilesEndpoints.find, id) }

    /// Gives a file another name.
    ///
    /// - Throws: ``ClientError``: `notYours`, `malformed`.
    public func rename(_ id: String, to name: String) async throws -> StoredFile {
        // Twice the same name is the same name.
        try await client.call(FilesEndpoints.rename, id, body: FileRename(name: name), repetition: .always)
    }

    /// Deletes a file: it goes to the trash for seven days, or at once where it was on its way; a reader leaves it instead.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func delete(_ id: String) async throws {
        _ = try await client.call(FilesEndpoints.delete, id)
    }

    /// Takes a file out of the trash.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func restore(_ id: String) async throws -> StoredFile {
        try await client.call(FilesEndpoints.restore, id)
    }

    /// The people with whom a file is shared; its owner may ask.
    ///
    /// - Throws: ``ClientError``: `notYours`.
    public func readers(of id: String) async throws -> [FileReader] { try await client.call(FilesEndpoints.readers, id).items }

    /// Shares a file with the owner of an address, who may sign it too, and tells them by mail.
    ///
    /// - Throws: ``ClientError``: `noAccount`, `tooManyReaders`, `tooManyInvitations`, `tooManyUnopened`, `readerLeft`.
    public func invite(_ email: String, to id: String) async throws -> FileReader {
        try await client.call(FilesEndpoints.invite, id, body: FileInvitation(email: email))
    }

    /// Shares a file with a reader no more.
    ///
    /// - Throws: ``ClientError``: `notYours`, `notFound`.
    public func dismiss(_ personID: String, from id: String) async throws {
        _ = try await client.call(FilesEndpoints.dismiss, id, personID)
    }

    /// Sends the newest version by mail.
    ///
    /// - Throws: ``ClientError``: `tooManyMails`, `enoughMails`, `tooLargeForMail`; `outcomeUnknown` where the mails may have gone.
    public func mail(_ id: String, to addresses: [String], text: String? = nil) async throws {
        _ = try await client.call(FilesEndpoints.mail, id, body: FileMail(to: addresses, text: text))
    }
}
