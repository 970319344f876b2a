import ParaphStorage
import TestSupport
import Testing

@testable import Documents

/// What people are told in their export of the documents that they signed.
struct DocumentWitnessTests {
    @Test func itTellsWhatSomebodySavedOrSignedAndNothingElse() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            registry.time.advance(seconds: 60)
            try await registry.save("signed", after: "draft", [registry.people.sign("boris", "s1")], by: "boris", document: id)
            try await registry.save("other", by: "carol")
            let versions = { (person: String) in
                try await registry.environment.database.read { try DocumentWitness().versions(of: person, in: $0) }
            }
            let annas = try await versions("anna")
            #expect(annas.map(\.hash) == [RegistryFixture.hash("draft").text] && annas[0].isSaver && annas[0].signatures.isEmpty)
            let boris = try #require(try await versions("boris").first)
            #expect(boris.documentID == id && boris.number == 2 && boris.hash == RegistryFixture.hash("signed").text && boris.isSaver)
            #expect(boris.signatures == [.init(id: "s1", at: registry.time.now())] && boris.savedAt == registry.time.now())
            #expect(try await versions("boris").count == 1)
            #expect(try await versions("nobody").isEmpty)
        }
    }
}
