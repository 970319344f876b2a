import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport

/// Documents that are signed in the browser: what the server takes note of, and what it seals.
struct SigningTests {
    private static let digest = [UInt8](repeating: 9, count: 32)

    private static func hash(_ text: String) -> String { RegistryFixture.hash(text).text }

    private static func request(_ signature: String, on file: String, by person: String, digest: [UInt8] = digest) -> SealRequest {
        SealRequest(
            signatureId: signature,
            previousHash: hash(file),
            digest: Base64URL(digest),
            assertion: "\(person) \(Base64URL(digest).text)"
        )
    }

    private static func signed(_ file: String, _ signatures: [String], after previous: String, of id: String? = nil) -> DocumentSave {
        DocumentSave(previousHash: hash(previous), hash: hash(file), signatures: signatures, documentId: id)
    }

    @Test func aDocumentIsRegisteredSealedAndSavedAndTheSameAgainChangesNothing() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            #expect(try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id == id)
            let signature = registry.people.sign("anna", "s1", app: SigningApp.webAppID)
            let request = Self.request(signature, on: "draft", by: "anna")
            for _ in 0..<2 {
                let seal = try await service.seal(request, documentID: id, personID: "anna")
                let size = try await registry.environment.authority.sealSize()
                #expect(seal.contents.bytes.count <= size)
                let message = try SignedData(der: seal.contents.bytes)
                #expect(message.signers.count == 1)
            }
            for _ in 0..<2 {
                let saved = try await service.save(Self.signed("signed", [signature], after: "draft", of: id), personID: "anna")
                #expect(saved == SavedDocument(id: id, isFork: false))
            }
            let history = try #require(try await registry.history(id, file: "signed", for: "anna"))
            #expect(history.file == .current && history.versions.count == 2 && history.versions[1].signatures.map(\.id) == ["s1"])
            #expect(try await registry.count("documentSeal") == 1)
        }
    }

    @Test func theSameRequestAgainIsNotTakenForACopyOfThePasskey() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            let signature = registry.people.sign("anna", "s1", app: SigningApp.webAppID)
            let request = Self.request(signature, on: "draft", by: "anna")
            // A passkey's counter goes on with the first request, which then breaks off; whatever comes with the same counter is an alarm.
            let isCounted = Mutex(false)
            let breaksOff = Mutex(true)
            registry.people.authorizing.withLock {
                $0 = { [database = registry.environment.database] memory in
                    let memory = try #require(memory)
                    if isCounted.withLock({ $0 }) {
                        let isKnown = try await database.read { try memory.remembers($0) }
                        guard isKnown else { throw Problem.forbidden("passkeyCopied", "Copied.") }
                        return
                    }
                    try await database.write { try memory.remember($0) }
                    isCounted.withLock { $0 = true }
                    if breaksOff.withLock({ $0 }) { throw Problem.unavailable() }
                }
            }
            #expect(await problem { try await service.seal(request, documentID: id, personID: "anna") }?.code == "unavailable")
            for _ in 0..<2 { #expect(try await !service.seal(request, documentID: id, personID: "anna").contents.bytes.isEmpty) }
            var other = request
            other.assertion = "other words"
            let alarm = await problem { [other] in try await service.seal(other, documentID: id, personID: "anna") }
            #expect(alarm?.code == "passkeyCopied", "other words with the same counter")
            let stranger = await problem { try await service.seal(request, documentID: id, personID: "boris") }
            #expect(stranger?.code == "passkeyCopied", "somebody else's")
            // Words that go on from there are new, and then they are the ones that may come again.
            isCounted.withLock { $0 = false }
            breaksOff.withLock { $0 = false }
            for _ in 0..<2 { _ = try await service.seal(other, documentID: id, personID: "anna") }
            #expect(try await registry.count("documentSeal") == 1)
        }
    }

    @Test func aSignatureIsGoodForOneDigestAndOneDocument() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            let other = try await service.save(DocumentSave(hash: Self.hash("other")), personID: "anna").id
            let signature = registry.people.sign("anna", "s1", app: SigningApp.webAppID)
            _ = try await service.seal(Self.request(signature, on: "draft", by: "anna"), documentID: id, personID: "anna")
            let second = await problem {
                let digest = [UInt8](repeating: 8, count: 32)
                return try await service.seal(
                    Self.request(signature, on: "draft", by: "anna", digest: digest),
                    documentID: id,
                    personID: "anna"
                )
            }
            #expect(second?.code == "usedSignature")
            let elsewhere = await problem {
                try await service.seal(Self.request(signature, on: "other", by: "anna"), documentID: other, personID: "anna")
            }
            #expect(elsewhere?.code == "usedSignature")
            let saved = await problem { try await service.save(Self.signed("x", [signature], after: "other"), personID: "anna") }
            #expect(saved?.code == "unsealed")
            #expect(try await registry.count("documentVersion") == 2)
        }
    }

    @Test func whatNoDeviceAuthorisedIsNeitherSealedNorSaved() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            let signature = registry.people.sign("anna", "s1", app: SigningApp.webAppID)
            var unsaid = Self.request(signature, on: "draft", by: "anna")
            unsaid.assertion = nil
            #expect(await problem { try await service.seal(unsaid, documentID: id, personID: "anna") }?.code == "badAssertion")
            let unsealed = await problem { try await service.save(Self.signed("signed", [signature], after: "draft"), personID: "anna") }
            #expect(unsealed?.code == "unsealed")
            _ = try await service.seal(Self.request(signature, on: "draft", by: "anna"), documentID: id, personID: "anna")
            let stolen = await problem { try await service.save(Self.signed("signed", [signature], after: "draft"), personID: "boris") }
            #expect(stolen?.code == "unsealed", "somebody else's")
            let shifted = await problem { try await service.save(Self.signed("signed", [signature], after: "elsewhere"), personID: "anna") }
            #expect(shifted?.code == "unsealed", "of another file")
            #expect(try await registry.count("documentVersion") == 1)
        }
    }

    @Test func whoeverSignsASignedVersionBesidesAnotherIsToldOfTheFork() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            func sign(_ person: String, _ signature: String, on file: String, to result: String) async throws -> SavedDocument {
                let signature = registry.people.sign(person, signature, app: SigningApp.webAppID)
                let document = try await service.save(DocumentSave(hash: Self.hash(file)), personID: person).id
                #expect(document == id)
                let digest = Array(result.utf8.prefix(1)) + Self.digest.dropFirst()
                _ = try await service.seal(
                    Self.request(signature, on: file, by: person, digest: digest),
                    documentID: document,
                    personID: person
                )
                return try await service.save(Self.signed(result, [signature], after: file, of: document), personID: person)
            }
            #expect(try await sign("anna", "s1", on: "draft", to: "a").isFork == false)
            #expect(try await sign("boris", "s2", on: "a", to: "b").isFork == false)
            #expect(try await sign("carol", "s3", on: "a", to: "c").isFork)
        }
    }

    @Test func whatIsNoHashOrDigestOrPersonIsRefused() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            for hash in ["", "4e", Self.hash("x") + "00", String(repeating: "é", count: 32)] {
                let refusal = await problem { try await service.save(DocumentSave(hash: hash), personID: "anna") }
                #expect(refusal?.status == 400 && refusal?.fields?.first?.name == "hash")
            }
            let many = (0...100).map { "s\($0)" }
            let refusal = await problem { try await service.save(Self.signed("x", many, after: "y"), personID: "anna") }
            #expect(refusal?.fields?.first?.name == "signatures")
            #expect(await problem { try await service.save(DocumentSave(hash: Self.hash("x")), personID: "nobody") }?.status == 401)
            let id = try await service.save(DocumentSave(hash: Self.hash("draft")), personID: "anna").id
            let short = Self.request("s1", on: "draft", by: "anna", digest: [1, 2, 3])
            #expect(await problem { try await service.seal(short, documentID: id, personID: "anna") }?.fields?.first?.name == "digest")
            let unknown = Self.request("s1", on: "draft", by: "anna")
            #expect(await problem { try await service.seal(unknown, documentID: "unknown", personID: "anna") }?.status == 404)
            #expect(await problem { try await service.seal(unknown, documentID: "a\u{0}", personID: "anna") }?.status == 404)
            for id in ["", "a\u{0}b", String(repeating: "a", count: 201)] {
                let save = DocumentSave(hash: Self.hash("x"), documentId: id)
                #expect(await problem { try await service.save(save, personID: "anna") }?.fields?.first?.name == "documentId")
            }
            #expect(try await registry.count("documentSeal") == 0)
        }
    }
}
