import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import Files
@testable import FilesTestSupport

/// Sealing and appending are one transaction, though another domain has the files.
struct SignableFilesTests {
    /// Signs where the port fails once it has appended, and looks at what is left.
    private func leaves(_ failure: any Error, blobs: Int, orphans: Int) async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "boris")
            let (before, stored) = (try await fixture.counts(), try await fixture.files.blobs.addresses())
            let failing = FailingFiles(files: fixture.environment.files, failure: failure)
            var environment = fixture.environment
            environment.files = failing
            let request = FileSigningFixture.request(draft, "s1", by: "boris")
            await #expect(throws: (any Error).self) {
                try await FileSigningService(environment: environment).complete(request, draftID: draft.id, fileID: id, personID: "boris")
            }
            #expect(failing.appended.withLock { $0 } == [2], "it was appended before the port failed")
            var after = try await fixture.counts()
            after["orphanedBlob"]? -= orphans
            #expect(after == before, "neither seal nor registry entry, part or version is left")
            #expect(try await fixture.bytes(of: id) == file)
            #expect(fixture.readers.told.withLock { $0 }.isEmpty)
            #expect(try await fixture.files.blobs.addresses().count == stored.count + blobs)
            fixture.registry.time.advance(seconds: 3600)
            let (database, logger) = (fixture.files.database, fixture.files.logger)
            let sweep = OrphanedBlobSweep(database: database, blobs: fixture.files.blobs, time: fixture.registry.time, logger: logger)
            _ = try await sweep.turn()
            #expect(try await Set(fixture.files.blobs.addresses()) == Set(stored))
        }
    }

    @Test func aRefusalAfterAppendingLeavesNothingAndDeletesThePartAtOnce() async throws {
        try await leaves(Problem.unavailable(), blobs: 0, orphans: 1)
    }

    @Test func afterAFaultThePartIsSwept() async throws {
        try await leaves(StorageError(.corrupt, "a fault"), blobs: 1, orphans: 1)
    }
}

/// The files of another, but that appending fails once it is done.
private final class FailingFiles: SignableFiles {
    private let files: any SignableFiles
    private let failure: any Error
    /// The numbers of the versions that were appended.
    let appended = Mutex<[Int]>([])

    init(files: any SignableFiles, failure: any Error) {
        (self.files, self.failure) = (files, failure)
    }

    func append(_ part: SealedContent, to previous: SignableVersion, _ signature: SignatureOnFile, in tx: any WriteTransaction) throws
        -> SignableVersion?
    {
        guard let version = try files.append(part, to: previous, signature, in: tx) else { return nil }
        appended.withLock { $0.append(version.number) }
        throw failure
    }

    func find(_ fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> SignableFile? {
        try files.find(fileID, readableBy: personID, in: tx)
    }

    func versions(of fileID: String, in tx: any ReadTransaction) throws -> [SignableVersion] { try files.versions(of: fileID, in: tx) }

    func content(of version: SignableVersion, in tx: any ReadTransaction) throws -> any AsyncSequence<[UInt8], any Error> & Sendable {
        try files.content(of: version, in: tx)
    }

    func requireRoom(for count: Int, behind version: SignableVersion, in tx: any ReadTransaction) throws {
        try files.requireRoom(for: count, behind: version, in: tx)
    }

    func view(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile? {
        try files.view(fileID, at: number, for: personID, in: tx)
    }

    func file(ofDocument documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> DocumentHistory
        .DocumentFile?
    {
        try files.file(ofDocument: documentID, readableBy: personID, in: tx)
    }

    func existing(among ids: [String], in tx: any ReadTransaction) throws -> Set<String> { try files.existing(among: ids, in: tx) }
    func store(_ bytes: [UInt8]) async throws -> SealedContent { try await files.store(bytes) }
    func discard(_ part: SealedContent) async { await files.discard(part) }
}
