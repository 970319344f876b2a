import Foundation
import ParaphInk
import ParaphPDF
import ParaphWire
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// A person who reads and signs documents on a phone.
@MainActor struct Reading {
    let screens: Screens
    let folder: URL
    let places: ViewerModel.Places

    var documents: DeviceDocuments { places.documents }
    var client: ParaphClient { screens.phone.client }
    var faults: FaultyTransport { screens.phone.faults }
    var words: Words { screens.words }

    static func run(_ body: @MainActor @Sendable (Reading) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let reading = try await Reading(Screens(fixture, try await fixture.enrolledPhone()))
            try await body(reading)
            await reading.end()
        }
    }

    init(_ screens: Screens) async throws {
        self.screens = screens
        folder = FileManager.default.temporaryDirectory.appending(path: "paraph-reading-\(UUID().uuidString)")
        let documents = folder.appending(path: "Documents")
        try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
        places = ViewerModel.Places(
            documents: DeviceDocuments(in: documents, notes: folder.appending(path: "Notes")),
            store: try await OfflineStore.open(in: folder.appending(path: "Store"), secrets: screens.phone.secrets),
            copies: folder.appending(path: "Copies")
        )
    }

    func end() async {
        await places.store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Puts a document on the device.
    func put(_ bytes: [UInt8], as name: String = "Lease.pdf") throws { try Data(bytes).write(to: documents.url(of: name)) }

    func bytes(of name: String = "Lease.pdf") throws -> [UInt8] { Array(try Data(contentsOf: documents.url(of: name))) }

    /// The viewer of a document of the device.
    func viewer(_ name: String = "Lease.pdf") async -> ViewerModel {
        let viewer = ViewerModel(screens.context, .device(name), places: places)
        await viewer.load()
        return viewer
    }

    /// The viewer of a file on the server.
    func viewer(_ file: StoredFile) async -> ViewerModel {
        let viewer = ViewerModel(screens.context, .file(file.id), places: places)
        await viewer.load()
        return viewer
    }

    /// Draws for a place, until the signature lies there.
    func draw(_ signing: DocumentSigningModel, _ number: Int = 41) async throws {
        try #require(signing.step == .pad)
        let pad = try #require(signing.signing)
        screens.sign(number, on: pad.pad)
        await pad.send()
        try #require(signing.step == .placed && signing.placed != nil)
    }

    /// Signs anywhere on the first page, and saves.
    func sign(_ viewer: ViewerModel, _ number: Int = 41, x: Double = 300, y: Double = 400) async throws {
        let signing = try #require(viewer.signing)
        await signing.begin()
        await signing.choose(page: 0, x: x, y: y)
        try await draw(signing, number)
        await signing.save()
    }
}
