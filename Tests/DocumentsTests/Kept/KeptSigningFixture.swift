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

@testable import Documents

/// Kept documents that made-up people sign, on a real database.
struct KeptSigningFixture: Sendable {
    let registry: RegistryFixture

    var environment: DocumentsEnvironment { registry.environment }
    var service: KeptSigningService { KeptSigningService(environment: environment) }

    static func run(_ body: @Sendable (KeptSigningFixture) async throws -> Void) async throws {
        var settings = DocumentsSettings()
        settings.publicURL = "https://sign.example.org"
        try await RegistryFixture.run(settings: settings) { try await body(KeptSigningFixture(registry: $0)) }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    /// A file of the tests.
    static func file(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: tests.appending(path: path))) }

    /// A PDF of some pages, and entries of its catalog and further objects from 10 on.
    static func pdf(pages: Int = 1, catalog: String = "", page: String = "", more: [String] = []) -> [UInt8] {
        var objects = [1: "<</Type/Catalog/Pages 2 0 R\(catalog)>>"]
        objects[2] = "<</Type/Pages/Kids[\((0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " "))]/Count \(pages)>>"
        for index in 0..<pages { objects[index + 3] = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]\(page)>>" }
        for (index, object) in more.enumerated() { objects[index + 10] = object }
        var text = "%PDF-1.7\n"
        var table = "xref\n0 1\n0000000000 65535 f \n"
        for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
            table += "\(number) 1\n\(String(repeating: "0", count: 10 - String(text.utf8.count).count))\(text.utf8.count) 00000 n \n"
            text += "\(number) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        return Array((text + table + "trailer\n<</Root 1 0 R/Size \(10 + more.count)>>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }

    static func hash(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined() }

    /// Keeps a file, in two pieces where it is long enough; gives the document's id.
    func keep(_ bytes: [UInt8], by owner: String = "anna", for readers: [String] = ["boris"]) async throws -> String {
        let now = registry.time.now()
        let document = KeptDocumentRecord(ownerID: owner, name: "Contract.pdf", size: bytes.count, at: now)
        let half = max(1, bytes.count / 2)
        let pieces = [Array(bytes[..<half]), Array(bytes[half...])].filter { !$0.isEmpty }
        var stored: [SealedContent] = []
        for piece in pieces { stored.append(try await environment.contents.store(piece)) }
        try await environment.database.write { [environment, stored] tx in
            try environment.kept.insert(document, in: tx)
            var start = 0
            for piece in stored {
                let isAdded = try environment.kept.add(piece, to: document.id, at: start, in: tx)
                #expect(isAdded)
                start += piece.size
            }
            let hash = DocumentHash(stored: Self.hash(bytes))
            try environment.kept.complete(document.id, hash: hash, by: MadeUpPeople.person(owner), at: now, in: tx)
            for reader in readers { _ = try environment.kept.addReader(reader, to: document.id, at: now, in: tx) }
        }
        return document.id
    }

    /// What somebody wants to prepare: a signature in the middle of the first page.
    static func wanted(_ signature: String, seen: String) -> KeptSigning {
        KeptSigning(signatureId: signature, seenHash: seen, page: 0, box: [100, 100, 300, 180])
    }

    /// What a device says of a draft.
    static func request(_ draft: KeptDraft, _ signature: String, by person: String) -> SealRequest {
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
        _ edit: (inout KeptSigning) -> Void = { _ in }
    ) async throws -> KeptDraft {
        let drawn = registry.people.sign(person, signature, for: seen)
        var wanted = Self.wanted(drawn, seen: seen)
        edit(&wanted)
        return try await service.prepare(wanted, keptID: id, personID: person)
    }

    func complete(_ draft: KeptDraft, _ signature: String, on id: String, by person: String) async throws -> KeptDocument {
        try await service.complete(Self.request(draft, signature, by: person), draftID: draft.id, keptID: id, personID: person)
    }

    /// Draws, prepares and completes.
    @discardableResult
    func sign(_ signature: String, on id: String, seen: String, by person: String, _ edit: (inout KeptSigning) -> Void = { _ in })
        async throws -> KeptDocument
    {
        let draft = try await prepare(signature, on: id, seen: seen, by: person, edit)
        return try await complete(draft, signature, on: id, by: person)
    }

    /// The bytes of a version, by its number, or of the newest.
    func bytes(of id: String, version number: Int? = nil) async throws -> [UInt8] {
        let parts = try await environment.database.read { [environment] tx in
            let newest = try environment.kept.newestVersion(of: id, in: tx)
            let version = try number.map { try environment.kept.version($0, of: id, in: tx) } ?? newest
            return try version.map { try environment.kept.parts(of: $0, in: tx) } ?? []
        }
        return try await environment.contents.bytes(of: parts)
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
        for table in ["document", "documentVersion", "documentSignature", "documentSeal", "keptPart", "keptVersion", "orphanedBlob"] {
            counts[table] = try await registry.count(table)
        }
        return counts
    }
}
