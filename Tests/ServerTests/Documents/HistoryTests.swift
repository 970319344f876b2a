import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Documents

/// Who sees what of a history, and what is left of it when somebody's account is deleted.
struct HistoryTests {
    private static func signed(_ registry: RegistryFixture) async throws -> String {
        let id = try await registry.save("draft", by: "anna").documentID
        let signature = registry.people.sign("boris", "s1", similarity: 0.31)
        try await registry.save("signed", after: "draft", [signature], by: "boris", document: id)
        return id
    }

    @Test func whoHoldsTheLinkSeesNamesAndTimesAndNoMore() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            for person in [nil, "carol"] {
                let history = try #require(try await registry.history(id, for: person))
                let signature = try #require(history.versions.last?.signatures.first)
                #expect(!history.isParticipant && signature.userName == "Boris" && signature.position == "Notary")
                #expect(signature.similarity == 0.31 && !signature.isMatch && signature.at == registry.time.now())
                #expect(signature.photoOrientation == nil && signature.circumstances == nil)
                let service = HistoryService(environment: registry.environment)
                await #expect(throws: Problem.self) { try await service.picture(ofSignature: "s1", on: id, for: person) }
            }
        }
    }

    @Test func whoSignedItOrSavedItFirstSeesPicturesPlacesAndDevices() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            for person in ["anna", "boris"] {
                let history = try #require(try await registry.history(id, for: person))
                let signature = try #require(history.versions.last?.signatures.first)
                #expect(history.isParticipant && signature.photoOrientation == 1 && signature.circumstances?.city == "Moscow")
                let service = HistoryService(environment: registry.environment)
                #expect(try await service.picture(ofSignature: "s1", on: id, for: person).bytes == [1, 2, 3])
                await #expect(throws: Problem.self) { try await service.picture(ofSignature: "s1", on: "another", for: person) }
            }
            // To save without signing makes nobody a participant.
            try await registry.save("filled in", after: "signed", by: "carol")
            #expect(try await registry.history(id, for: "carol")?.isParticipant == false)
        }
    }

    @Test(arguments: DocumentsSettings.LinkShows.allCases) func anOrganisationOpensOrClosesWhatLinksShow(
        _ choice: DocumentsSettings.LinkShows
    ) async throws {
        var settings = DocumentsSettings()
        settings.linkShows = choice
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await Self.signed(registry)
            let found = try await registry.environment.database.read { [environment = registry.environment] tx in
                try HistoryService(environment: environment).find(id, hash: nil, for: "carol", in: tx)
            }
            let history = try #require(found)
            #expect(history.isHidden == (choice == .nothing))
            #expect((history.history.versions.last?.signatures.first?.circumstances != nil) == (choice == .everything))
        }
    }

    @Test func aDeletedAccountLeavesItsNamesAndTimesAndTakesItsPlaces() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            try await registry.environment.database.write { [keys = registry.environment.keys] tx in
                try keys.destroy(holder: "boris", in: tx)
            }
            let history = try #require(try await registry.history(id, file: "signed", for: "anna"))
            let signature = try #require(history.versions.last?.signatures.first)
            #expect(history.file == .current && signature.userName == "Boris" && signature.similarity == 0.31)
            #expect(signature.circumstances == nil)
            #expect(try await registry.refusal("again", after: "signed", ["s1"], by: "boris") == "usedSignature")
        }
    }

    @Test func namesAndPlacesAreSealed() async throws {
        try await RegistryFixture.run { registry in
            _ = try await Self.signed(registry)
            let columns = try await registry.environment.database.read { tx in
                try tx.rows("SELECT sealedSigner, sealedCircumstances FROM documentSignature").flatMap { row -> [[UInt8]] in
                    [try row.get("sealedSigner"), try row.get("sealedCircumstances")]
                }
            }
            #expect(columns.count == 2)
            for bytes in columns {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("Boris") && !text.contains("Moscow"))
            }
        }
    }

    @Test func timesAreInTheDialectsForm() {
        #expect(Timestamp(milliseconds: 1_795_255_200_000).dotted == "21.11.2026 10:00:00")
    }
}
