import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport

/// What people are told in their export of the documents that they signed.
struct ExportedDocumentsTests {
    @Test func itTellsWhatSomebodyHadSealedThoughItWasNeverSaved() async throws {
        try await RegistryFixture.run { registry in
            let service = SigningService(environment: registry.environment)
            let draft = RegistryFixture.hash("draft").text
            let id = try await service.save(DocumentSave(hash: draft), personID: "anna").id
            let digest = Base64URL([UInt8](repeating: 9, count: 32))
            let request = SealRequest(
                signatureId: registry.people.sign("anna", "s1", app: SigningApp.webAppID),
                previousHash: draft,
                digest: digest,
                assertion: "anna \(digest.text)"
            )
            _ = try await service.seal(request, documentID: id, personID: "anna")
            let seals = { (person: String) in
                try await registry.environment.database.read { try ExportedSeal.all(of: person, in: $0) }
            }
            let sealing = ExportedSeal(
                signatureId: "s1",
                documentId: id,
                previousHash: draft,
                digest: digest,
                at: registry.time.now(),
                fileId: nil
            )
            #expect(try await seals("anna") == [sealing])
            #expect(try await seals("boris").isEmpty)
        }
    }

    @Test func itTellsWhatSomebodySavedOrSignedAndNothingElse() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            registry.time.advance(seconds: 60)
            try await registry.save("signed", after: "draft", [registry.people.sign("boris", "s1")], by: "boris", document: id)
            try await registry.save("other", by: "carol")
            let versions = { (person: String) in
                try await registry.environment.database.read { try ExportedVersion.all(of: person, in: $0) }
            }
            let annas = try await versions("anna")
            #expect(annas.map(\.hash) == [RegistryFixture.hash("draft").text] && annas[0].savedByPerson && annas[0].signatures.isEmpty)
            let boris = try #require(try await versions("boris").first)
            #expect(
                boris.documentId == id && boris.version == 2 && boris.hash == RegistryFixture.hash("signed").text && boris.savedByPerson
            )
            #expect(boris.signatures == [.init(id: "s1", at: registry.time.now())] && boris.savedAt == registry.time.now())
            #expect(try await versions("boris").count == 1)
            #expect(try await versions("nobody").isEmpty)
        }
    }
}
