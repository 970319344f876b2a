import Foundation
import ParaphPDF
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// Files of the server in the viewer.
@MainActor @Suite struct FileViewerTests {
    private static let form = [
        "<</T(city)/FT/Tx/Subtype/Widget/Rect[100 600 300 630]/P 3 0 R/DA(/Helv 10 Tf 0 g)/TU(Town)>>"
    ]
    private static let catalog = "/AcroForm<</Fields[10 0 R]/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"

    private static func keep(_ bytes: [UInt8], _ reading: Reading) async throws -> StoredFile {
        try await reading.client.files.upload(MemorySource(bytes), named: "Lease.pdf")
    }

    /// Lets Boris read and sign a file too.
    private static func boris(_ reading: Reading, _ file: StoredFile) async throws -> Reading {
        let phone = try await reading.screens.fixture.enrolledPhone("boris@example.org", seed: 9)
        _ = try await reading.client.files.invite("boris@example.org", to: file.id)
        return try await Reading(Screens(reading.screens.fixture, phone))
    }

    @Test func aFileIsSignedOnTheServer() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(), reading)
            let viewer = await reading.viewer(file)
            #expect(viewer.name == "Lease.pdf" && viewer.pages.value?.count == 1 && viewer.verdict == nil && viewer.progress == nil)
            try await reading.sign(viewer)
            #expect(viewer.signedText == "Signed. Everyone you share it with sees it in Files.")
            #expect(viewer.verdict?.verdict.value?.title == "Unchanged · 1 signature")
            #expect(viewer.url?.lastPathComponent == "Lease.pdf" && viewer.signing?.hint == "Signed by you")
        }
    }

    @Test func whoSignedMeanwhileIsNamed() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(), reading)
            let boris = try await Self.boris(reading, file)
            let viewer = await reading.viewer(file)
            try await boris.sign(await boris.viewer(file), x: 300, y: 600)
            try await reading.sign(viewer, x: 300, y: 200)
            #expect(viewer.signedText?.hasPrefix("Signed. Anna Petrova signed while you had it open") == true)
            #expect(viewer.verdict?.verdict.value?.signers.count == 2)
            await boris.end()
        }
    }

    @Test func whatOthersFilledInMeanwhileIsReadBeforeSigning() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(catalog: Self.catalog, page: "/Annots[10 0 R]", more: Self.form), reading)
            let boris = try await Self.boris(reading, file)
            let viewer = await reading.viewer(file)
            let theirs = await boris.viewer(file)
            try #require(theirs.form?.fields.first?.label == "Town")
            theirs.form?.fields[0].value = "Lyon"
            try await boris.sign(theirs, x: 300, y: 400)
            #expect(theirs.signedText != nil)
            try await reading.sign(viewer, x: 300, y: 200)
            #expect(viewer.signedText == nil && viewer.signing?.step == .idle)
            #expect(viewer.notice?.text.hasPrefix("Not signed: others changed Lease.pdf while you had it open.") == true)
            #expect(viewer.verdict?.verdict.value?.signers.count == 1)
            try await reading.sign(viewer, 43, x: 300, y: 200)
            #expect(viewer.signedText != nil && viewer.verdict?.verdict.value?.signers.count == 2)
            await boris.end()
        }
    }

    @Test func aDocumentOfTheDeviceIsMovedToFiles() async throws {
        try await Reading.run { reading in
            try reading.put(FilesFixture.pdf())
            let viewer = await reading.viewer()
            #expect(viewer.isKeepable && viewer.keepLabel == "Keep in Files")
            reading.faults.isOffline = true
            await viewer.keepInFiles(isMoved: true)
            #expect(
                viewer.notice
                    == Notice("No connection. Lease.pdf goes on where it stopped once you are online.", kind: .bad, isRetryable: true)
            )
            #expect(try await reading.documents.list().count == 1)
            reading.faults.isOffline = false
            await viewer.retry()
            #expect(viewer.notice == Notice("Lease.pdf is in Files.", kind: .good) && !viewer.isKeepable)
            #expect(try await reading.documents.list().isEmpty)
            #expect(try await reading.client.files.list().items.map(\.name) == ["Lease.pdf"])
            try await reading.sign(viewer)
            #expect(viewer.signedText == "Signed. Everyone you share it with sees it in Files.")
        }
    }

    @Test func withoutAConnectionACopyIsShown() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(), reading)
            try await SyncEngine(client: reading.client, store: reading.places.store).catchUp()
            reading.faults.isOffline = true
            let none = await reading.viewer(file)
            guard case .failed = none.pages else { return #expect(Bool(false), "a file came from nowhere") }
            #expect(none.notice?.isRetryable == true)
            reading.faults.isOffline = false
            await none.retry()
            #expect(none.pages.value?.count == 1 && none.notice == nil && none.signing != nil)
            reading.faults.isOffline = true
            let copy = await reading.viewer(file)
            #expect(copy.pages.value?.count == 1 && copy.signing == nil)
            #expect(copy.unsignedText == "No connection. You can sign once you are online.")
        }
    }

    @Test func aNewerVersionIsOffered() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(), reading)
            let engine = SyncEngine(client: reading.client, store: reading.places.store)
            try await engine.catchUp()
            let viewer = await reading.viewer(file)
            let following = Task { await viewer.follow() }
            defer { following.cancel() }
            let boris = try await Self.boris(reading, file)
            try await boris.sign(await boris.viewer(file))
            try await until("the newer version") {
                try await engine.catchUp()
                return viewer.newerText == "Anna Petrova signed."
            }
            await viewer.showNewer()
            #expect(viewer.newerText == nil && viewer.verdict?.verdict.value?.signers.count == 1)
            await boris.end()
        }
    }

    @Test func aFileThatIsGoneSaysSo() async throws {
        try await Reading.run { reading in
            let file = try await Self.keep(FilesFixture.pdf(), reading)
            try await reading.client.files.delete(file.id)
            let viewer = await reading.viewer(file)
            #expect(viewer.notice?.text == reading.words("script.files.unloaded.notFound") && viewer.notice?.isRetryable == false)
        }
    }
}
