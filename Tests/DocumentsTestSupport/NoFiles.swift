import ParaphStorage
import ParaphWire
import ServerKit

@testable import Documents

/// A server that keeps no files.
struct NoFiles: SignableFiles {
    func find(_ fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> SignableFile? { nil }
    func versions(of fileID: String, in tx: any ReadTransaction) throws -> [SignableVersion] { [] }
    func view(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile? { nil }
    func file(ofDocument documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> DocumentHistory
        .DocumentFile?
    { nil }
    func existing(among ids: [String], in tx: any ReadTransaction) throws -> Set<String> { [] }

    // There is no version that these could be asked with.

    func content(of version: SignableVersion, in tx: any ReadTransaction) throws -> any AsyncSequence<[UInt8], any Error> & Sendable {
        throw Problem.notFound("file")
    }

    func requireRoom(for count: Int, behind version: SignableVersion, in tx: any ReadTransaction) throws { throw Problem.notFound("file") }

    func append(_ part: SealedContent, to previous: SignableVersion, _ signature: SignatureOnFile, in tx: any WriteTransaction) throws
        -> SignableVersion?
    {
        nil
    }

    func store(_ bytes: [UInt8]) async throws -> SealedContent { throw Problem.notFound("file") }
    func discard(_ part: SealedContent) async {}
}
