import Crypto
import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphPDFCrypto
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Documents
@testable import DocumentsTestSupport
@testable import Files
@testable import FilesTestSupport

/// Files that made-up people sign, on a real database.
struct FileSigningFixture: Sendable {
    let registry: RegistryFixture
    /// The files on the server, which people sign.
    let files: FilesEnvironment
    let readers: MadeUpReaders

    var environment: DocumentsEnvironment { registry.environment }
    var service: FileSigningService { FileSigningService(environment: environment) }

    static func run(_ body: @Sendable (FileSigningFixture) async throws -> Void) async throws {
        var settings = DocumentsSettings()
        settings.publicURL = "https://sign.example.org"
        let migrations = FilesDomain.migrations + DocumentsDomain.migrations
        let kinds = FilesDomain.changeKinds + DocumentsDomain.changeKinds
        try await FilesEnvironment.run(migrations: migrations, following: kinds, publicURL: settings.publicURL) {
            [settings] files, readers, time in
            let registry = RegistryFixture(
                database: files.database,
                keys: files.keys,
                time: time,
                files: FilesSignableFiles(files: FileVersions(environment: files)),
                memory: files.memory,
                settings: settings
            )
            try await body(FileSigningFixture(registry: registry, files: files, readers: readers))
        }
    }

    static func hash(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined() }

    /// Keeps a file, in two pieces where it is long enough; gives the document's id.
    func keep(_ bytes: [UInt8], by owner: String = "anna", for readers: [String] = ["boris"]) async throws -> String {
        let now = registry.time.now()
        let document = FileRecord(ownerID: owner, name: "Contract.pdf", size: bytes.count, at: now)
        let half = max(1, bytes.count / 2)
        let pieces = [Array(bytes[..<half]), Array(bytes[half...])].filter { !$0.isEmpty }
        var stored: [SealedContent] = []
        for piece in pieces { stored.append(try await files.contents.store(piece)) }
        try await environment.database.write { [files, stored] tx in
            try files.store.insert(document, in: tx)
            var start = 0
            for piece in stored {
                let isAdded = try files.store.add(piece, to: document.id, at: start, in: tx)
                #expect(isAdded)
                start += piece.size
            }
            let hash = Self.hash(bytes)
            try files.store.complete(document.id, hash: hash, by: MadeUpReaders.person(owner), at: now, in: tx)
            for reader in readers { _ = try files.store.addReader(reader, to: document.id, at: now, in: tx) }
        }
        return document.id
    }

    /// What somebody wants to prepare: a signature in the middle of the first page.
    static func wanted(_ signature: String, seen: String) -> FileSigning {
        FileSigning(signatureId: signature, seenHash: seen, page: 0, box: [100, 100, 300, 180])
    }

    /// What a device says of a draft.
    static func request(_ draft: FileDraft, _ signature: String, by person: String) -> SealRequest {
        SealRequest(
            signatureId: signature,
            previousHash: draft.previousHash,
            digest: draft.digest,
            assertion: "\(person) \(draft.digest.text)"
        )
    }

    /// Draws for a version and prepares.
    func prepare(
        _ signature: String,
        on id: String,
        seen: String,
        by person: String,
        _ edit: (inout FileSigning) -> Void = { _ in }
    ) async throws -> FileDraft {
        let drawn = registry.people.sign(person, signature, for: seen)
        var wanted = Self.wanted(drawn, seen: seen)
        edit(&wanted)
        return try await service.prepare(wanted, fileID: id, personID: person)
    }

    func complete(_ draft: FileDraft, _ signature: String, on id: String, by person: String) async throws -> StoredFile {
        try await service.complete(Self.request(draft, signature, by: person), draftID: draft.id, fileID: id, personID: person)
    }

    /// Draws, prepares and completes.
    @discardableResult
    func sign(_ signature: String, on id: String, seen: String, by person: String, _ edit: (inout FileSigning) -> Void = { _ in })
        async throws -> StoredFile
    {
        let draft = try await prepare(signature, on: id, seen: seen, by: person, edit)
        return try await complete(draft, signature, on: id, by: person)
    }

    /// The bytes of a version, by its number, or of the newest.
    func bytes(of id: String, version number: Int? = nil) async throws -> [UInt8] {
        let parts = try await environment.database.read { [files] tx in
            let newest = try files.store.newestVersion(of: id, in: tx)
            let version = try number.map { try files.store.version($0, of: id, in: tx) } ?? newest
            return try version.map { try files.store.parts(of: $0, in: tx) } ?? []
        }
        return try await files.contents.bytes(of: parts)
    }

    /// What the signatures of the newest version are worth.
    func judge(_ id: String, password: String = "") async throws -> ValidationReport {
        let file = try PDFFile(PDFBytes(try await bytes(of: id)), password: Array(password.utf8), ciphers: .crypto)
        let identity = try await environment.authority.seal()
        let root = try #require(identity.chain.last)
        return try await DocumentValidator(anchors: [root], date: registry.time.now().date).validate(file)
    }

    /// How many rows there are of what a completed signature writes.
    func counts() async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in ["document", "documentVersion", "documentSignature", "documentSeal", "filePart", "fileVersion", "orphanedBlob"] {
            counts[table] = try await registry.count(table)
        }
        return counts
    }
}
