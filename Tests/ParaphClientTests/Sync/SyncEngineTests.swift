import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

@Suite struct SyncEngineTests {
    private struct Place: Sendable {
        let folder: URL
        let store: OfflineStore
        let engine: SyncEngine
        let phone: Phone
    }

    private static func run(_ body: @Sendable (ClientFixture, Place) async throws -> Void) async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-store-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try await OfflineStore.open(in: folder, secrets: phone.secrets)
            let engine = SyncEngine(client: phone.client, store: store)
            try await body(fixture, Place(folder: folder, store: store, engine: engine, phone: phone))
            await store.close()
        }
    }

    private static func keep(_ count: Int, _ phone: Phone) async throws -> [StoredFile] {
        var files: [StoredFile] = []
        for index in 0..<count {
            files.append(
                try await phone.client.files.upload(MemorySource(FilesFixture.file(1000, seed: index)), named: "File \(index).pdf")
            )
        }
        return files
    }

    @Test func theStoreIsAsTheServerIsWhateverIsLost() async throws {
        try await Self.run { fixture, place async throws in
            let files = try await Self.keep(3, place.phone)
            try await place.engine.catchUp()
            #expect(Set(try await place.store.files().map(\.id)) == Set(files.map(\.id)))
            #expect(try await place.store.sessions().count == 1)

            let other = try place.phone.restarted(fixture)
            _ = try await other.client.files.rename(files[0].id, to: "Renamed.pdf")
            try await other.client.files.delete(files[1].id)
            place.phone.faults.plan(.lostAnswer, "GET", "/v1/changes")
            place.phone.faults.plan(.cutAnswer(after: 20), "GET", "/v1/files/\(files[0].id)")
            try await place.engine.catchUp()
            #expect(try await place.store.files().map(\.name).sorted() == ["File 2.pdf", "Renamed.pdf"])
            #expect(place.phone.faults.unmet == 0)

            // Nothing has changed: the lists are not loaded again.
            let lists = place.phone.faults.count("GET", "/v1/files")
            try await place.engine.catchUp()
            #expect(place.phone.faults.count("GET", "/v1/files") == lists)
        }
    }

    @Test func whereTheServerBeginsAnewEverythingIsLoadedAnew() async throws {
        try await Self.run { fixture, place async throws in
            let files = try await Self.keep(2, place.phone)
            try await place.engine.catchUp()
            // As a restore does: another epoch, and a file that is there no more and was never told as removed.
            try await fixture.database.makeUpRows { tx in
                try tx.execute("UPDATE epoch SET name = 'another'")
                try tx.execute("DELETE FROM syncChange")
                try tx.execute("DELETE FROM fileReader")
            }
            try await place.phone.client.files.delete(files[0].id)
            try await fixture.database.write { tx in _ = try tx.execute("DELETE FROM syncChange") }
            try await place.engine.catchUp()
            #expect(try await place.store.files().map(\.id) == [files[1].id])
        }
    }

    @Test func whereManyChangedTheListTellsThem() async throws {
        try await Self.run { _, place async throws in
            let files = try await Self.keep(24, place.phone)
            try await place.engine.catchUp()
            for file in files.dropFirst(2) { _ = try await place.phone.client.files.rename(file.id, to: "New \(file.name)") }
            try await place.phone.client.files.delete(files[5].id)
            let before = place.phone.faults.count("GET", "/v1/files")
            try await place.engine.catchUp()
            #expect(try await place.store.files().count { $0.name.hasPrefix("New ") } == 21)
            #expect(try await place.store.files().count == 23)
            #expect(place.phone.faults.count("GET", "/v1/files") == before + 1)
            #expect(files.allSatisfy { place.phone.faults.count("GET", "/v1/files/\($0.id)") == 0 })
            let some = try await place.store.files([files[0].id, files[5].id, "gone"])
            #expect(some.map(\.id) == [files[0].id])
        }
    }

    @Test func aListThatChangedTakesThePlaceOfWhatWasThere() async throws {
        try await Self.run { fixture, place async throws in
            try await place.engine.catchUp()
            let tablet = try fixture.phone("Anna’s tablet")
            _ = try await tablet.client.devices.request(for: "anna@example.org")
            try await place.engine.catchUp()
            let asked = try #require(try await place.store.deviceRequests().first)
            try await place.phone.client.devices.decline(asked.id)
            try await place.engine.catchUp()
            #expect(try await place.store.deviceRequests().isEmpty)
            #expect(try await place.store.sessions().count == 1)
        }
    }

    @Test func whatAnEarlierVersionKeptNothingOfIsLoaded() async throws {
        try await Self.run { _, place async throws in
            _ = try await Self.keep(1, place.phone)
            try await place.engine.catchUp()
            // As a version leaves it that knows files alone and passed over the changes of sessions.
            try await place.store.database.write { tx in
                try tx.execute("UPDATE followed SET kinds = 'file'")
                try tx.execute("DELETE FROM thing WHERE kind = 'session'")
            }
            try await place.engine.catchUp()
            #expect(try await place.store.sessions().count == 1)
            let lists = place.phone.faults.count("GET", "/v1/files")
            try await place.engine.catchUp()
            #expect(place.phone.faults.count("GET", "/v1/files") == lists)
        }
    }

    @Test func kindsOfWhichNothingIsKeptArePassedOver() async throws {
        try await Self.run { fixture, place async throws in
            try await place.engine.catchUp()
            let person = try #require(await place.phone.client.caller.vault.session).personId
            try await fixture.database.write { tx in
                for kind in ["handOver", "document", "addedLater"] { try ChangeLog.note(ChangeKind(kind), "abc", for: [person], in: tx) }
            }
            try await place.engine.catchUp()
            #expect(place.phone.faults.count("GET", "/abc") == 0)
            #expect(try await place.phone.client.sync.changes(after: place.store.cursor()).changes.isEmpty)
        }
    }

    @Test(arguments: Change.Kind.allCases)
    func whatIsKeptOfAKindIsOfThatKind(_ kind: Change.Kind) {
        switch kind.mirroring {
        case .nothing: #expect(!Change.Kind.mirrored.contains { $0.kind == kind })
        case .singly(let type): #expect(type.kind == kind)
        case .whole(let type): #expect(type.kind == kind)
        }
    }

    @Test func whatIsReadOfflineIsWhatWasThere() async throws {
        try await Self.run { fixture, place async throws in
            let files = try await Self.keep(1, place.phone)
            try await place.engine.catchUp()
            place.phone.faults.isOffline = true
            await #expect(throws: ClientError(.offline, "")) { try await place.engine.catchUp() }
            await place.store.close()
            let again = try await OfflineStore.open(in: place.folder, secrets: place.phone.secrets)
            #expect(try await again.files().map(\.name) == files.map(\.name))
            await again.close()
            // Nothing of it can be read in the files.
            let database = place.folder.appending(path: "store")
            for file in try FileManager.default.contentsOfDirectory(at: database, includingPropertiesForKeys: nil)
            where !file.hasDirectoryPath {
                #expect(try Data(contentsOf: file).range(of: Data("File 0".utf8)) == nil)
            }
            // Without its key it begins anew.
            let strange = try await OfflineStore.open(in: place.folder, secrets: MemorySecrets())
            let engine = SyncEngine(client: try place.phone.restarted(fixture).client, store: strange)
            try await engine.catchUp()
            #expect(try await strange.files().count == 1)
            await strange.close()
        }
    }

    @Test func anotherPersonSeesNothingOfTheFirst() async throws {
        try await Self.run { fixture, place async throws in
            _ = try await Self.keep(1, place.phone)
            try await place.engine.catchUp()
            try await place.store.note(.rename(file: "x", name: "y"))
            let boris = try await fixture.enrolledPhone("boris@example.org", seed: 9)
            try await SyncEngine(client: boris.client, store: place.store).catchUp()
            #expect(try await place.store.files().isEmpty)
            #expect(try await place.store.outgoing().isEmpty)
        }
    }

    @Test func whatIsDoneOfflineIsSentLaterAndShownAtOnce() async throws {
        try await Self.run { fixture, place async throws in
            let files = try await Self.keep(2, place.phone)
            try await place.engine.catchUp()
            let source = place.folder.appending(path: "new.pdf")
            try Data(FilesFixture.file(6_000_000)).write(to: source)

            place.phone.faults.isOffline = true
            try await place.store.note(.rename(file: files[0].id, name: "Renamed.pdf"))
            try await place.store.note(.delete(file: files[1].id))
            try await place.store.noteUpload(of: source, named: "New.pdf")
            try FileManager.default.removeItem(at: source)
            #expect(try await place.store.files().map(\.name) == ["Renamed.pdf"])
            await #expect(throws: ClientError(.offline, "")) { try await place.engine.sendWaiting() }
            #expect(try await place.store.outgoing().count == 3)

            place.phone.faults.isOffline = false
            place.phone.faults.plan(.lostAnswer, "PATCH", files[0].id)
            place.phone.faults.plan(.lostAnswer, "PUT", "/content")
            let progress = place.store.progress()
            try await place.engine.sendWaiting()
            #expect(await progress.first { _ in true }?.size == 6_000_000)
            try await place.engine.catchUp()
            #expect(try await place.store.outgoing().isEmpty)
            #expect(Set(try await place.store.files().map(\.name)) == ["Renamed.pdf", "New.pdf"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.store.outgoing.path).isEmpty)
        }
    }

    @Test func anUploadThatWasInterruptedGoesOnWithTheSameFile() async throws {
        try await Self.run { fixture, place async throws in
            try await place.engine.catchUp()
            let source = place.folder.appending(path: "new.pdf")
            try Data(FilesFixture.file(6_000_000)).write(to: source)
            try await place.store.noteUpload(of: source, named: "New.pdf")
            place.phone.faults.plan(.lostAnswer, "PUT", "/content")
            for _ in 0..<8 { place.phone.faults.plan(.lostRequest, "PUT", "/content") }
            await #expect(throws: ClientError(.offline, "")) { try await place.engine.sendWaiting() }
            let again = try place.phone.restarted(fixture)
            try await SyncEngine(client: again.client, store: place.store).sendWaiting()
            #expect(again.faults.count("POST", "/v1/files") == 0)
            #expect(try await again.client.files.list().items.map(\.name) == ["New.pdf"])
        }
    }

    @Test func whatIsRefusedIsGivenUpAndTheRestIsSent() async throws {
        try await Self.run { fixture, place async throws in
            let files = try await Self.keep(1, place.phone)
            try await place.engine.catchUp()
            try await place.store.note(.rename(file: "0123456789abcdef0123456789abcdef", name: "Gone.pdf"))
            try await place.store.note(.invite(email: "boris@example.org", file: files[0].id))
            try await place.store.note(.rename(file: files[0].id, name: "Renamed.pdf"))
            // The letter may have gone: it is not sent a second time.
            place.phone.faults.plan(.lostAnswer, "POST", "/readers")
            try await place.engine.sendWaiting()
            #expect(try await place.store.outgoing().map(\.failure) == ["notFound", "outcomeUnknown"])
            #expect(place.phone.faults.count("POST", "/readers") == 1)
            #expect(try await place.phone.client.files.find(files[0].id).name == "Renamed.pdf")
            for given in try await place.store.outgoing() { try await place.store.withdraw(given) }
            #expect(try await place.store.outgoing().isEmpty)
        }
    }

    @Test func anEventIsFoundInWhateverPiecesItComes() {
        let stream = Array("retry: 2000\n\n:\n\ndata: changed\n\n:\r\n".utf8)
        for length in 1...stream.count {
            var lines = EventLines()
            var rings = 0
            for start in stride(from: 0, to: stream.count, by: length) {
                rings += lines.rings(in: Array(stream[start..<min(start + length, stream.count)])) ? 1 : 0
            }
            #expect(rings == 1)
        }
    }
}
