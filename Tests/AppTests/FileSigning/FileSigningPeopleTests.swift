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

/// What the people of a file are told of it: who signed, whom it waits for, and where it comes from.
struct FileSigningPeopleTests {
    /// Keeps a file for some readers, and gives its id and its hash.
    private static func kept(_ fixture: FileSigningFixture, for readers: [String]) async throws -> (id: String, hash: String) {
        let file = FilesFixture.pdf()
        return (try await fixture.keep(file, for: readers), FileSigningFixture.hash(file))
    }

    private static func shown(_ id: String, to person: String, _ fixture: FileSigningFixture) async throws -> StoredFile {
        try await FileService(environment: fixture.files).find(id, for: person)
    }

    @Test func activitySaysSignedOnceItIsSealed() async throws {
        try await FileSigningFixture.run { fixture in
            let (id, hash) = try await Self.kept(fixture, for: ["boris"])
            let noted = { @Sendable in fixture.registry.people.noted.withLock { $0 } }
            let draft = try await fixture.prepare("s1", on: id, seen: hash, by: "boris")
            #expect(noted() == [])
            _ = try await fixture.complete(draft, "s1", on: id, by: "boris")
            #expect(noted() == ["documentSigned s1 on a file"])
            // The same again is no second signature.
            _ = try await fixture.complete(draft, "s1", on: id, by: "boris")
            #expect(noted() == ["documentSigned s1 on a file"])
        }
    }

    @Test func everyoneIsToldOnceTheLastOfThoseInvitedHasSigned() async throws {
        try await FileSigningFixture.run { fixture in
            let (id, hash) = try await Self.kept(fixture, for: ["boris", "carol"])
            let told = { @Sendable in fixture.readers.told.withLock { $0 } }
            let before = try await Self.shown(id, to: "anna", fixture)
            #expect(before.invited == 2 && before.unsigned == 2 && before.waitsFor == ["boris@example.org", "carol@example.org"])
            var file = try await fixture.sign("s1", on: id, seen: hash, by: "boris")
            #expect(told() == ["anna: boris signed Contract"])
            // Readers hear how many are missing, not who.
            #expect(file.isSignedByMe && file.unsigned == 1 && file.waitsFor == nil)
            #expect(try await Self.shown(id, to: "anna", fixture).waitsFor == ["carol@example.org"])
            file = try await fixture.sign("s2", on: id, seen: try #require(file.hash), by: "boris") { $0.box = [100, 220, 300, 300] }
            #expect(told().last == "anna: boris signed Contract", "one who signs twice completes nothing")
            file = try await fixture.sign("s3", on: id, seen: try #require(file.hash), by: "anna") { $0.box = [100, 340, 300, 420] }
            file = try await fixture.sign("s4", on: id, seen: try #require(file.hash), by: "carol") { $0.box = [100, 460, 300, 540] }
            #expect(told().suffix(3) == ["anna: all signed Contract", "boris: all signed Contract", "carol: all signed Contract"])
            let noted = fixture.readers.noted.withLock { $0 }
            #expect(["anna", "boris", "carol"].allSatisfy { noted.contains("\($0): fileSignedByAll") })
            #expect(noted.contains("anna: fileSignedByReader carol"))
            #expect(file.invited == 2 && file.unsigned == 0)
            _ = try await fixture.sign("s5", on: id, seen: try #require(file.hash), by: "carol") { $0.box = [100, 580, 300, 660] }
            #expect(told().last == "anna: carol signed Contract", "that all have signed is told once")
        }
    }

    @Test func whoSignedHasSignedWhateverBecomesOfThem() async throws {
        try await FileSigningFixture.run { fixture in
            let (id, hash) = try await Self.kept(fixture, for: ["boris", "carol"])
            var file = try await fixture.sign("s1", on: id, seen: hash, by: "anna")
            file = try await fixture.sign("s2", on: id, seen: try #require(file.hash), by: "boris") { $0.box = [100, 220, 300, 300] }
            _ = try await fixture.sign("s3", on: id, seen: try #require(file.hash), by: "carol") { $0.box = [100, 340, 300, 420] }
            // Carol is dismissed, and Boris deletes his account.
            _ = try await FileReaderService(environment: fixture.files).dismiss("carol", from: id, by: "anna")
            file = try await Self.shown(id, to: "anna", fixture)
            #expect(file.invited == 2 && file.unsigned == 0 && file.waitsFor == nil)
            let store = fixture.files.store
            try await fixture.files.database.makeUpRows { tx in
                _ = try store.deleteAll(of: "boris", at: fixture.registry.time.now(), in: tx)
            }
            file = try await Self.shown(id, to: "anna", fixture)
            #expect(file.invited == 2 && file.unsigned == 0)
        }
    }

    @Test func whoIsGoneWithoutHavingSignedIsNoSigner() async throws {
        try await FileSigningFixture.run { fixture in
            let (id, hash) = try await Self.kept(fixture, for: ["boris"])
            _ = try await fixture.sign("s1", on: id, seen: hash, by: "anna")
            _ = try await FileReaderService(environment: fixture.files).dismiss("boris", from: id, by: "anna")
            let file = try await Self.shown(id, to: "anna", fixture)
            #expect(file.invited == 0 && file.unsigned == 0)
        }
    }

    @Test func aSignedValueThatALaterSignerReplacesIsToldOf() async throws {
        try await FileSigningFixture.run { fixture in
            let form = try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/form.pdf")
            let id = try await fixture.keep(form, for: ["boris", "carol"])
            let told = { @Sendable in fixture.readers.told.withLock { $0 } }
            func sign(_ name: String, _ seen: String, by person: String, at bottom: Double, _ notes: String?) async throws -> StoredFile {
                try await fixture.sign(name, on: id, seen: seen, by: person) {
                    ($0.box, $0.form) = ([40, bottom, 200, bottom + 50], notes.map { [FormFieldValue(field: "Notes", text: $0)] })
                }
            }
            // Before anybody signed nothing is replaced.
            var file = try await sign("s1", FileSigningFixture.hash(form), by: "anna", at: 200, "900")
            #expect(file.isChanged == nil)
            file = try await sign("s2", try #require(file.hash), by: "boris", at: 120, "100")
            #expect(file.isChanged == true && told() == ["anna: boris signed Contract, changed"])
            file = try await sign("s3", try #require(file.hash), by: "carol", at: 40, nil)
            #expect(file.isChanged == true && file.unsigned == 0 && told().last == "carol: all signed Contract, changed")
        }
    }

    @Test func aHistoryNamesWhoBroughtTheFileAndWhoWasInvited() async throws {
        try await FileSigningFixture.run { fixture in
            let brought = fixture.registry.time.now()
            let (id, hash) = try await Self.kept(fixture, for: ["boris", "carol"])
            fixture.registry.time.advance(seconds: 60)
            let file = try await fixture.sign("s1", on: id, seen: hash, by: "boris")
            let documentID = try #require(file.documentId)
            let registry = fixture.registry
            for person in ["anna", "boris"] {
                let history = try #require(try await registry.history(documentID, for: person))
                #expect(history.versions.map(\.savedBy) == ["Anna", "Boris"] && history.versions.first?.savedAt == brought)
                // Carol did not open it: her address is told to the owner, and nothing to the other reader.
                let names = person == "anna" ? ["Boris", "carol@example.org"] : ["Boris"]
                let invitations = names.map { DocumentHistory.Invitation(name: $0, at: brought) }
                let file = DocumentHistory.DocumentFile(fileId: id, name: "Contract.pdf", owner: "Anna", invitations: invitations)
                #expect(history.storedFile == file && history.isParticipant)
            }
            // Those who may not open the file see none of it.
            for person in ["dora", nil] { #expect(try await registry.history(documentID, for: person)?.storedFile == nil) }
            _ = try await FileReaderService(environment: fixture.files).dismiss("carol", from: id, by: "anna")
            #expect(try await registry.history(documentID, for: "carol")?.storedFile == nil)
        }
    }
}
