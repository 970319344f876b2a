import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport

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
                #expect(signature.photoOrientation == nil && signature.hasInk == nil && signature.circumstances == nil)
                // Who knows a version's hash may save on it.
                #expect(history.versions.allSatisfy { $0.hash == nil })
                let service = HistoryService(environment: registry.environment)
                await #expect(throws: Problem.self) { try await service.picture(ofSignature: "s1", on: id, for: person) }
                await #expect(throws: Problem.self) { try await service.drawing(ofSignature: "s1", on: id, for: person) }
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
                #expect(signature.hasInk == true)
                #expect(try await service.drawing(ofSignature: "s1", on: id, for: person) == MadeUpPeople.drawing)
                await #expect(throws: Problem.self) { try await service.drawing(ofSignature: "s1", on: "another", for: person) }
            }
            // What is not kept is said to participants only.
            registry.people.notDrawn.withLock { _ = $0.insert("s1") }
            #expect(try await registry.history(id, for: "anna")?.versions.last?.signatures.first?.hasInk == false)
            #expect(try await registry.history(id, for: "carol")?.versions.last?.signatures.first?.hasInk == .some(nil))
            let service = HistoryService(environment: registry.environment)
            await #expect(throws: Problem.self) { try await service.drawing(ofSignature: "s1", on: id, for: "anna") }
            // To save without signing makes nobody a participant.
            try await registry.save("filled in", after: "signed", by: "carol")
            #expect(try await registry.history(id, for: "carol")?.isParticipant == false)
        }
    }

    @Test func whoSignsABranchOfTheirOwnSeesNothingOfTheOthers() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            // Everybody has the form, so everybody knows its hash.
            try await registry.save("carols", after: "draft", [registry.people.sign("carol", "s2")], by: "carol", document: id)
            let history = try #require(try await registry.history(id, for: "carol"))
            #expect(history.isParticipant && history.isForked && history.versions.map { $0.hash == nil } == [false, true, false])
            let shown = history.versions.flatMap(\.signatures).map {
                $0.circumstances != nil && $0.photoOrientation != nil && $0.hasInk == true
            }
            #expect(shown == [false, true])
            let service = HistoryService(environment: registry.environment)
            await #expect(throws: Problem.self) { try await service.picture(ofSignature: "s1", on: id, for: "carol") }
            #expect(try await service.picture(ofSignature: "s2", on: id, for: "carol").bytes == [1, 2, 3])
            await #expect(throws: Problem.self) { try await service.drawing(ofSignature: "s1", on: id, for: "carol") }
            #expect(try await service.drawing(ofSignature: "s2", on: id, for: "carol") == MadeUpPeople.drawing)
            // Whoever signs what Boris signed is on his line, and he on theirs.
            try await registry.save("both", after: "signed", [registry.people.sign("carol", "s3")], by: "carol")
            let line = try #require(try await registry.history(id, for: "boris"))
            #expect(line.versions.map { $0.signatures.first?.circumstances != nil } == [false, true, false, true])
            let all = try #require(try await registry.history(id, for: "carol"))
            #expect(all.versions.flatMap(\.signatures).allSatisfy { $0.circumstances != nil })
        }
    }

    @Test func anAppsWordForWhoAsksOpensWhatTheyDidThroughThatApp() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            for person in ["anna", "boris"] {
                #expect(try await registry.history(id, for: person, through: "app-1")?.isParticipant == true)
                let elsewhere = try #require(try await registry.history(id, for: person, through: "app-2"))
                #expect(!elsewhere.isParticipant && elsewhere.versions.last?.signatures.first?.circumstances == nil)
            }
        }
    }

    @Test func whereLinksShowNothingAPartInOneLineOpensNoOther() async throws {
        var settings = DocumentsSettings()
        settings.linkShows = .nothing
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await Self.signed(registry)
            try await registry.save("carols", after: "draft", [registry.people.sign("carol", "s2")], by: "carol", document: id)
            let history = try #require(try await registry.history(id, file: "carols", for: "carol"))
            #expect(history.versions.map(\.number) == [1, 3] && history.ancestors(of: 3) == [1, 3] && !history.isForked)
            #expect(try await registry.history(id, for: "anna")?.versions.count == 3)
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
                try HistoryService(environment: environment).find(id, hash: nil, for: .init(personID: "carol"), in: tx)
            }
            let history = try #require(found)
            #expect(history.isHidden == (choice == .nothing))
            let signature = history.history.versions.last?.signatures.first
            #expect(
                (signature?.circumstances != nil) == (choice == .everything) && signature?.hasInk == (choice == .everything ? true : nil)
            )
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
