import Foundation
import ParaphInk
import ParaphPDF
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct HistoryModelTests {
    /// A document of the device with a signature.
    private static func run(_ body: @MainActor @Sendable (Reading, String) async throws -> Void) async throws {
        try await Reading.run { reading in
            try reading.put(FilesFixture.pdf())
            let viewer = await reading.viewer()
            try await reading.sign(viewer)
            try await body(reading, try #require(viewer.historyID))
        }
    }

    @Test func eachSignatureHasAPage() async throws {
        try await Self.run { reading, id in
            let model = HistoryModel(reading.screens.context, of: id)
            #expect(model.title == "History" && model.contents.value == nil && model.countText == nil)
            await model.load()
            let contents = try #require(model.contents.value)
            #expect(model.countText == "1 signature" && contents.emptyText == nil && contents.partlyText == nil)
            let signature = try #require(contents.signatures.first)
            #expect(signature.place == "Signature 1 of 1" && signature.name == "Anna Petrova" && signature.verdict == "Verified")
            #expect(signature.isMatch && signature.hasInk && signature.photoOrientation == nil)
            #expect(signature.facts.last?.label == "File" && signature.facts.last?.value == "Version 2, made from version 1")
            #expect(contents.steps.map(\.title) == ["Anna Petrova added the document", "Anna Petrova signed"])
            #expect(contents.steps.map(\.version) == ["Version 1", "Version 2"] && contents.steps.map(\.isNewest) == [false, true])
            #expect(contents.steps[1].signatures == contents.signatures)
            let ink = try #require(await model.ink(of: signature))
            let bounds = try #require(ink.outline.bounds)
            #expect(ink.pen == .blue && bounds.width > 200 && bounds.width <= 401 && bounds.height < bounds.width)
            #expect(await model.photo(of: signature) == nil)
        }
    }

    @Test func drawingsAreReadAsTheServerWritesThem() throws {
        let outline = SyntheticSigner(seed: 7).genuine(1).outline(Pen())
        let svg = Content(mediaType: "image/svg+xml", bytes: Array(outline.svg(ink: .black).utf8))
        let drawn = try #require(DrawnInk(svg))
        #expect(drawn.pen == .black && drawn.outline.numbers.count == outline.numbers.count)
        #expect(zip(drawn.outline.numbers, outline.numbers).allSatisfy { abs($0 - $1) < 0.011 })
        for wrong in ["<svg/>", "<svg><path d=\"\"/></svg>", "<svg><path d=\"M0 0a1 2 3\"/></svg>", "<svg><path d=\"M0\"/></svg>"] {
            #expect(DrawnInk(Content(mediaType: "image/svg+xml", bytes: Array(wrong.utf8))) == nil, "\(wrong)")
        }
        #expect(DrawnInk(Content(mediaType: "image/png", bytes: svg.bytes)) == nil)
    }

    @Test func placeAndPhotoAreToldByWhoAgreed() async throws {
        try await Reading.run { reading in
            try reading.put(FilesFixture.pdf())
            let viewer = await reading.viewer()
            let signing = try #require(viewer.signing)
            #expect(!signing.circumstances.isTold)
            await signing.circumstances.setTold(true)
            #expect(signing.circumstances.isTold)
            signing.circumstances.search = .found
            signing.circumstances.place = .init(latitude: 48.2082, longitude: -16.3738)
            #expect(signing.circumstances.hint == "Your place goes with this signature.")
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 300)
            try await reading.draw(signing)
            let width = try #require(signing.placed?.box.width)
            await signing.setPhoto(Array("no picture".utf8))
            #expect(signing.notice?.text == "This picture cannot be read. Choose another one." && signing.placed?.photo == nil)
            await signing.setPhoto(Picture.jpeg)
            #expect(signing.placed?.photoBox != nil && signing.placed.map { $0.box.width > width } == true && signing.notice == nil)
            await signing.save()
            let model = HistoryModel(reading.screens.context, of: try #require(viewer.historyID))
            await model.load()
            let signature = try #require(model.contents.value?.signatures.first)
            #expect(signature.facts.contains { $0.label == "Coordinates" && $0.value == "48.2082°, −16.3738°" })
            #expect(await model.photo(of: signature) != nil)
        }
    }

    @Test func aFileIsComparedByItsFingerprint() async throws {
        try await Self.run { reading, id in
            let model = HistoryModel(reading.screens.context, of: id)
            let file = reading.documents.url(of: "Lease.pdf")
            await model.check(file)
            #expect(model.checked == Notice("Unchanged: this is the newest version.", kind: .good))
            try reading.put(try reading.bytes() + [10], as: "Other.pdf")
            await model.check(reading.documents.url(of: "Other.pdf"))
            #expect(model.checked == Notice("Changed: this file is not one of the versions saved here.", kind: .bad))
            await model.check(reading.documents.url(of: "Gone.pdf"))
            #expect(model.checked == Notice("This file cannot be read. Choose it again.", kind: .bad))
            reading.faults.isOffline = true
            await model.check(file)
            #expect(model.checked == nil && model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.checked?.kind == .good)
        }
    }

    @Test func strangersSeeWhoSigned() async throws {
        try await Self.run { reading, id in
            let boris = try Screens(reading.screens.fixture, try await reading.screens.fixture.enrolledPhone("boris@example.org", seed: 9))
            let model = HistoryModel(boris.context, of: id)
            await model.load()
            let contents = try #require(model.contents.value)
            #expect(contents.partlyText == "Only signers see the drawings, photos, places and devices.")
            #expect(contents.signatures.map(\.hasInk) == [false] && contents.signatures[0].inkMissing == nil)
        }
    }

    @Test func whatIsUnknownOrOfflineSaysSo() async throws {
        try await Reading.run { reading in
            let model = HistoryModel(reading.screens.context, of: String(repeating: "0", count: 32))
            await model.load()
            guard case .failed = model.contents else { return #expect(Bool(false), "a history came from nowhere") }
            #expect(model.notice?.kind == .bad && model.notice?.isRetryable == false)
            reading.faults.isOffline = true
            await model.load()
            #expect(model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
        }
    }
}
