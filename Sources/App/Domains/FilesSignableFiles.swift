import Documents
import Files
import ParaphStorage
import ParaphWire

/// The files that people sign, from Files.
struct FilesSignableFiles: SignableFiles {
    let files: FileVersions

    func find(_ fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> SignableFile? {
        try files.newest(of: fileID, readableBy: personID, in: tx).map {
            SignableFile(id: fileID, documentID: $0.documentID, newest: SignableVersion($0.version))
        }
    }

    func versions(of fileID: String, in tx: any ReadTransaction) throws -> [SignableVersion] {
        try files.all(of: fileID, in: tx).map { SignableVersion($0) }
    }

    func content(of version: SignableVersion, in tx: any ReadTransaction) throws -> any AsyncSequence<[UInt8], any Error> & Sendable {
        try files.content(of: FileVersions.Version(version), in: tx)
    }

    func requireRoom(for count: Int, behind version: SignableVersion, in tx: any ReadTransaction) throws {
        try files.requireRoom(for: count, behind: FileVersions.Version(version), in: tx)
    }

    func append(_ part: SealedContent, to previous: SignableVersion, _ signature: SignatureOnFile, in tx: any WriteTransaction) throws
        -> SignableVersion?
    {
        let signature = FileVersions.Signature(
            id: signature.id,
            documentID: signature.documentID,
            personID: signature.personID,
            hash: signature.hash,
            count: signature.count,
            isOnFreePaper: signature.isOnFreePaper,
            isReplacing: signature.isReplacing,
            at: signature.at
        )
        return try files.append(part, to: FileVersions.Version(previous), signature, in: tx).map { SignableVersion($0) }
    }

    func view(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile? {
        try files.view(fileID, at: number, for: personID, in: tx)
    }

    func file(ofDocument documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> DocumentHistory
        .DocumentFile?
    {
        try files.shared(as: documentID, readableBy: personID, in: tx).map { file in
            let invitations = file.readers.map { DocumentHistory.Invitation(name: $0.name, at: $0.at) }
            return DocumentHistory.DocumentFile(fileId: file.fileID, name: file.name, owner: file.owner, invitations: invitations)
        }
    }

    func existing(among ids: [String], in tx: any ReadTransaction) throws -> Set<String> { try files.existing(among: ids, in: tx) }

    func store(_ bytes: [UInt8]) async throws -> SealedContent { try await files.store(bytes) }

    func discard(_ part: SealedContent) async { await files.discard(part) }
}

extension SignableVersion {
    fileprivate init(_ version: FileVersions.Version) {
        self.init(
            fileID: version.fileID,
            number: version.number,
            size: version.size,
            hash: version.hash,
            personID: version.personID,
            person: version.person,
            at: version.at,
            isOnFreePaper: version.isOnFreePaper
        )
    }
}

extension FileVersions.Version {
    fileprivate init(_ version: SignableVersion) {
        self.init(
            fileID: version.fileID,
            number: version.number,
            size: version.size,
            hash: version.hash,
            personID: version.personID,
            person: version.person,
            at: version.at,
            isOnFreePaper: version.isOnFreePaper
        )
    }
}
