import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct DocumentsModelTests {
    private static func run(_ body: @MainActor @Sendable (Screens, OfflineStore, SyncEngine) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-documents-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try await OfflineStore.open(in: folder, secrets: screens.phone.secrets)
            try await body(screens, store, SyncEngine(client: screens.phone.client, store: store))
            await store.close()
        }
    }

    private static func keep(_ names: [String], _ screens: Screens) async throws {
        for (seed, name) in names.enumerated() {
            screens.fixture.time.advance(seconds: 60)
            _ = try await screens.phone.client.files.upload(MemorySource(FilesFixture.file(1000, seed: seed)), named: name)
        }
    }

    @Test func whatIsEmptySaysSoOnceTheServerWasAsked() async throws {
        try await Self.run { screens, store, engine in
            let model = DocumentsModel(screens.context, store: store, engine: engine)
            #expect(model.title == "Documents" && model.rows.value == nil && model.emptyText == nil)
            await model.refresh()
            #expect(model.rows.value == [] && model.emptyText == "No documents yet" && model.notice == nil)
        }
    }

    @Test func documentsAreFoundAndOrdered() async throws {
        try await Self.run { screens, store, engine in
            try await Self.keep(["Lease 10.pdf", "lease 9.pdf", "Offer.pdf"], screens)
            let model = DocumentsModel(screens.context, store: store, engine: engine)
            await model.refresh()
            #expect(model.shown.map(\.name) == ["Offer.pdf", "lease 9.pdf", "Lease 10.pdf"])
            model.order = .name
            #expect(model.shown.map(\.name) == ["lease 9.pdf", "Lease 10.pdf", "Offer.pdf"])
            model.wanted = " LEASE "
            #expect(model.shown.map(\.name) == ["lease 9.pdf", "Lease 10.pdf"])
            model.wanted = "contract"
            #expect(model.shown.isEmpty && model.emptyText == "No document has this name.")
            #expect(DocumentsModel.Order.allCases.map(model.label) == ["Newest first", "By name", "By status"])
        }
    }

    @Test func withoutAConnectionThereIsWhatWasSeenLast() async throws {
        try await Self.run { screens, store, engine in
            let model = DocumentsModel(screens.context, store: store, engine: engine)
            screens.phone.faults.isOffline = true
            await model.refresh()
            guard case .failed = model.rows else { return #expect(Bool(false), "a list came from nowhere") }
            #expect(model.isOffline && model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
            screens.phone.faults.isOffline = false
            try await Self.keep(["Lease.pdf"], screens)
            await model.retry()
            #expect(!model.isOffline && model.notice == nil && model.shown.map(\.name) == ["Lease.pdf"])
            screens.phone.faults.isOffline = true
            let again = DocumentsModel(screens.context, store: store, engine: engine)
            let following = Task { await again.follow() }
            defer { following.cancel() }
            try await until("the list") { again.isOffline && again.shown.map(\.name) == ["Lease.pdf"] }
            #expect(again.notice?.isRetryable == true)
        }
    }

    @Test func theListFollowsTheStore() async throws {
        try await Self.run { screens, store, engine in
            let model = DocumentsModel(screens.context, store: store, engine: engine)
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("an empty list") { model.emptyText != nil }
            try await Self.keep(["Lease.pdf"], screens)
            try await engine.catchUp()
            try await until("the new document") { model.shown.map(\.name) == ["Lease.pdf"] }
            // What waits to be sent is shown as done already.
            try await store.note(.rename(file: model.shown[0].id, name: "Contract.pdf"))
            try await until("the new name") { model.shown.map(\.name) == ["Contract.pdf"] }
        }
    }

    @Test(arguments: DocumentsModel.Order.allCases) func whatChangesTakesItsPlace(_ order: DocumentsModel.Order) async throws {
        try await Self.run { screens, store, engine in
            try await Self.keep((0..<8).map { "Lease \($0).pdf" } + ["Offer.pdf"], screens)
            let model = DocumentsModel(screens.context, store: store, engine: engine)
            (model.order, model.wanted) = (order, "lease")
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("the list") { model.shown.count == 8 }
            let files = screens.phone.client.files
            let ids = model.shown.map(\.id)
            let changes: [() async throws -> Void] = [
                { _ = try await files.rename(ids[3], to: "A lease.pdf") },
                { _ = try await files.rename(ids[5], to: "Rent.pdf") },
                { try await files.delete(ids[0]) },
                { try await Self.keep(["Zoo lease.pdf"], screens) },
                { _ = try await files.rename(ids[5], to: "My lease.pdf") },
            ]
            for change in changes {
                try await change()
                try await engine.catchUp()
                let fresh = DocumentsModel(screens.context, store: store, engine: engine)
                (fresh.order, fresh.wanted) = (order, "lease")
                await fresh.refresh()
                try await until("the same list") { model.shown == fresh.shown }
                #expect(Set(model.rows.value ?? []) == Set(fresh.rows.value ?? []))
            }
        }
    }

    @Test func documentsOfTheDeviceAreListedToo() async throws {
        try await Reading.run { reading in
            let engine = SyncEngine(client: reading.client, store: reading.places.store)
            let model = DocumentsModel(reading.screens.context, store: reading.places.store, engine: engine, documents: reading.documents)
            let mailed = reading.folder.appending(path: "Offer.pdf")
            try Data(FilesFixture.pdf()).write(to: mailed)
            #expect(await model.take(mailed) == .device("Offer.pdf"))
            _ = try await reading.client.files.upload(MemorySource(FilesFixture.pdf(pages: 2)), named: "Lease.pdf")
            await model.refresh()
            #expect(Set(model.shown.map(\.source)).count == 2 && model.shown.contains { $0.file?.name == "Lease.pdf" })
            let row = try #require(model.shown.first { $0.source == .device("Offer.pdf") })
            #expect(row.origin == "Only on this device" && row.facts == ["1 kB"] && row.isOpenable)
            #expect(model.question(removing: row)?.title == "Remove Offer.pdf?")
            await model.remove(row)
            #expect(model.shown.map(\.name) == ["Lease.pdf"])
            #expect(await model.take(mailed.appending(path: "gone")) == nil && model.notice?.kind == .bad)
        }
    }

    private static func file(_ change: (inout StoredFile) -> Void = { _ in }) -> StoredFile {
        var file = StoredFile(
            id: "1",
            name: "Lease.pdf",
            size: 1_250_000,
            received: 1_250_000,
            hash: "ab",
            version: 1,
            isOwn: true,
            ownerName: "Anna",
            signatures: 0,
            changedAt: Timestamp(milliseconds: 0)
        )
        change(&file)
        return file
    }

    @Test func statesAreThoseOfTheWebApp() {
        let words = Words(.en)
        func label(_ change: (inout StoredFile) -> Void) -> String? { DocumentRow(Self.file(change), words).stateLabel }
        #expect(label { _ in } == "Unsigned")
        #expect(label { $0.signatures = nil } == nil)
        #expect(label { $0.signatures = 1 } == "Signed")
        #expect(label { $0.signerName = "Boris" } == "Signed")
        #expect(label { ($0.signatures, $0.isSignedByMe) = (1, true) } == "Signed by you")
        #expect(label { $0.isOwn = false } == "Waiting for your signature")
        #expect(label { ($0.invited, $0.unsigned) = (2, 0) } == "All signed")
        #expect(label { ($0.invited, $0.unsigned, $0.isChanged) = (2, 0, true) } == "Changed")
        #expect(label { ($0.invited, $0.unsigned) = (2, 2) } == "Waiting for 2 signatures")
        #expect(label { ($0.invited, $0.unsigned, $0.waitsFor) = (1, 1, ["Boris"]) } == "Waiting for Boris")
        #expect(label { ($0.invited, $0.unsigned, $0.waitsFor) = (3, 3, ["Boris", "Clara"]) } == "Waiting for Boris, Clara, and 1 other")
        #expect(label { ($0.unsigned, $0.isSignedByMe, $0.isOwn) = (1, true, false) } == "Signed by you, waiting for 1 other")
    }

    @Test func rowsSayWhatIsKnown() {
        let words = Words(.en)
        let own = DocumentRow(Self.file { ($0.signerName, $0.signatures, $0.openFields) = ("Boris", 1, 0) }, words)
        #expect(own.facts == ["1.3 MB", "Boris signed last"] && own.origin == "In Files" && own.tone == .good && own.isOpenable)
        let shared = DocumentRow(Self.file { ($0.isOwn, $0.ownerName) = (false, "Аnna") }, words)
        #expect(shared.origin == "Shared by Аnna (mixed alphabets)" && shared.tone == .warning)
        let coming = DocumentRow(Self.file { ($0.hash, $0.received) = (nil, 1_249_999) }, words)
        #expect(coming.facts == ["On its way from another device: 99%"] && !coming.isOpenable && coming.stateLabel == nil)
        #expect(words.size(200) == "1 kB" && Words(.ru).size(2_000_000).hasPrefix("2"))
    }
}
