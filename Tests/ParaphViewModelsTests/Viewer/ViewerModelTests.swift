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

@MainActor @Suite struct ViewerModelTests {
    /// A comment that is in the file and must go nowhere.
    private static let secret = Array("% Nobody but the person reads this line\n".utf8)

    private static func pdf(pages: Int = 1) -> [UInt8] { FilesFixture.pdf(pages: pages) + secret }

    @Test func aDocumentOfTheDeviceIsSignedAndNoByteOfItLeaves() async throws {
        try await Reading.run { reading in
            let before = Self.pdf(pages: 2)
            try reading.put(before)
            let viewer = await reading.viewer()
            #expect(viewer.pages.value?.map(\.width) == [612, 612] && viewer.verdict == nil && viewer.notice == nil)
            try await reading.sign(viewer)
            #expect(viewer.notice == nil && viewer.signing?.notice == nil)
            #expect(viewer.signedText == "Signed. The document is kept on this device only.")
            let verdict = try #require(viewer.verdict?.verdict.value)
            #expect(verdict.state == .current && verdict.tone == .good && verdict.title == "Unchanged · 1 signature" && !verdict.isOpen)
            #expect(verdict.notes == ["Unchanged since it was signed"])
            #expect(verdict.signers.map(\.name) == ["Anna Petrova"] && verdict.signers[0].isMatch)
            #expect(verdict.seals.count == 1 && verdict.unjudged == nil && verdict.historyID != nil)
            let after = try reading.bytes()
            #expect(after.starts(with: before) && after.count > before.count)
            #expect(!reading.faults.hasSent(Self.secret) && reading.faults.count("POST", "/v1/files") == 0)
            // A second person's or one's own further signature needs no link.
            #expect(viewer.signing?.step == .idle)
            try await reading.sign(viewer, 42, y: 200)
            #expect(viewer.verdict?.verdict.value?.title == "Unchanged · 2 signatures")
        }
    }

    @Test func aDamagedDocumentIsSignedByACleanCopy() async throws {
        try await Reading.run { reading in
            // Two bodies of the same page, and nothing that says which counts.
            let before = Array(String(decoding: Self.pdf(), as: UTF8.self).replacing("startxref\n", with: "startxref\n9").utf8)
            let damaged = before + Array("3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>\nendobj\n".utf8)
            try reading.put(damaged)
            let viewer = await reading.viewer()
            let signing = try #require(viewer.signing)
            await signing.begin()
            #expect(signing.step == .idle && signing.copyOffer?.action == "Make a clean copy")
            #expect(signing.copyOffer?.text.hasPrefix("This file is damaged: programs show it differently.") ?? false)
            await signing.makeCopy()
            #expect(viewer.name == "Lease, clean copy.pdf" && viewer.notice == nil)
            #expect(viewer.pages.value?.map(\.width) == [300])
            #expect(try reading.bytes() == damaged)
            try await reading.sign(viewer, x: 150, y: 150)
            #expect(viewer.signedText == "Signed. The document is kept on this device only.")
            #expect(try reading.bytes() == damaged)
        }
    }

    @Test(arguments: [
        ("/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>", "This file has scripts:"),
        ("/OCProperties<</OCGs[]/D<</AS[<</Event/Print/Category[/Print]/OCGs[]>>]>>>>", "This file has layers"),
        ("/Names<</EmbeddedFiles<</Names[]>>>>", "Other files are attached"),
    ]) func whatOtherProgramsMayShowIsSaidBeforeSigning(catalog: String, said: String) async throws {
        try await Reading.run { reading in
            try reading.put(FilesFixture.pdf(catalog: catalog))
            let viewer = await reading.viewer()
            #expect(viewer.notice?.kind == .warning && viewer.notice?.text.hasPrefix(said) == true)
            #expect(viewer.signing?.step == .idle)
            try reading.put(FilesFixture.pdf(), as: "Honest.pdf")
            let honest = await reading.viewer("Honest.pdf")
            #expect(honest.notice == nil && honest.signing?.step == .idle)
        }
    }

    @Test func whatWasChangedOutsideIsSaid() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            let viewer = await reading.viewer()
            try await reading.sign(viewer)
            var changed = try reading.bytes()
            // Another box of the page: every reader shows the page cut.
            let update = "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>\nendobj\n"
            let start = changed.count
            let previous = try #require(String(decoding: changed.suffix(60), as: UTF8.self).firstMatch(of: /startxref\s+(\d+)/)?.output.1)
            let offset = String(repeating: "0", count: 10 - String(start).count) + String(start)
            let table =
                "xref\n3 1\n\(offset) 00000 n \ntrailer\n<</Root 1 0 R/Size 40/Prev \(previous)>>\nstartxref\n\(start + update.utf8.count)\n%%EOF\n"
            changed += Array((update + table).utf8)
            try reading.put(changed)
            let again = await reading.viewer()
            let verdict = try #require(again.verdict?.verdict.value)
            #expect(verdict.state == .changed && verdict.tone == .bad && verdict.title == "Changed after it was signed" && verdict.isOpen)
            #expect(!verdict.changes.isEmpty && verdict.signers.count == 1)
        }
    }

    @Test func withoutAConnectionTheVerdictIsAskedAgain() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            try await reading.sign(await reading.viewer())
            reading.faults.plan(.unreachable, "GET", within: "/v1/documents/")
            for _ in 0..<3 { reading.faults.plan(.unreachable, "GET", within: "/v1/documents/") }
            let viewer = await reading.viewer()
            let verdict = try #require(viewer.verdict)
            guard case .failed = verdict.verdict else { return #expect(Bool(false), "a verdict came from nowhere") }
            #expect(verdict.notice?.isRetryable == true)
            #expect(verdict.notice?.text == "No connection. We could not check whether it is unchanged.")
            await verdict.retry()
            #expect(verdict.verdict.value?.state == .current && verdict.notice == nil)
        }
    }

    @Test func withoutAConnectionADocumentOfTheDeviceIsShown() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            reading.faults.isOffline = true
            let viewer = await reading.viewer()
            #expect(viewer.pages.value?.count == 1 && viewer.notice == nil && viewer.signing == nil)
            #expect(viewer.unsignedText == "No connection. You can sign once you are online.")
            reading.faults.isOffline = false
            await viewer.load()
            #expect(viewer.unsignedText == nil && viewer.signing != nil)
        }
    }

    @Test func aSignatureWhoseAnswerIsLostIsSavedOnRetry() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            let viewer = await reading.viewer()
            let signing = try #require(viewer.signing)
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 300)
            try await reading.draw(signing)
            for _ in 0..<4 { reading.faults.plan(.lostAnswer, "POST", within: "/seals") }
            await signing.save()
            #expect(signing.step == .placed && signing.isFixed && signing.notice?.isRetryable == true)
            #expect(signing.notice?.text == "No connection. The document is unchanged.")
            #expect(try reading.bytes() == Self.pdf())
            await signing.retry()
            #expect(viewer.signedText != nil && viewer.verdict?.verdict.value?.state == .current)
        }
    }

    @Test func aSignedVersionWaitsForTheServer() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            let viewer = await reading.viewer()
            let signing = try #require(viewer.signing)
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 300)
            try await reading.draw(signing)
            // The first call takes note of the document as it was; the server never hears of the signed one.
            reading.faults.plan(.lostAnswer, "POST", within: "/seals")
            reading.faults.plan(.answer(503, retryAfter: 60, problem: .unavailable), "POST", within: "/seals")
            await signing.save()
            try #require(signing.isFixed)
            for _ in 0..<4 { reading.faults.plan(.lostRequest, "POST", "/v1/documents") }
            await signing.retry()
            #expect(try reading.bytes() == Self.pdf())
            // The app is closed; without a connection the document is what it was.
            reading.faults.isOffline = true
            let offline = await reading.viewer()
            #expect(offline.notice?.text == reading.words("script.signing.waiting") && offline.signing == nil)
            #expect(try await reading.documents.list().map(\.isWaiting) == [true])
            reading.faults.isOffline = false
            let online = await reading.viewer()
            #expect(online.notice == nil && online.verdict?.verdict.value?.state == .current)
            #expect(try await reading.documents.list().map(\.isWaiting) == [false])
        }
    }

    @Test func whoLeavesBeforeTheEndLeavesItAsItWas() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            let viewer = await reading.viewer()
            let signing = try #require(viewer.signing)
            await signing.begin()
            #expect(signing.hint == "Tap where your signature goes." && signing.isAnywhere)
            await signing.chooseMiddle(of: 0)
            #expect(signing.step == .pad)
            await signing.leavePad()
            #expect(signing.step == .choosing)
            await signing.choose(page: 0, x: 10, y: 10)
            try await reading.draw(signing)
            #expect(viewer.isUnsaved && signing.hint == "Drag your signature into place, or pull the corner.")
            signing.remove()
            #expect(signing.step == .idle && !viewer.isUnsaved)
            await signing.begin()
            await signing.cancel()
            #expect(signing.step == .idle)
            #expect(try reading.bytes() == Self.pdf())
        }
    }

    @Test func inkIsMovedAndResizedWithinItsPage() async throws {
        try await Reading.run { reading in
            try reading.put(Self.pdf())
            let signing = try #require(await reading.viewer().signing)
            await signing.begin()
            await signing.choose(page: 0, x: 0, y: 792)
            try await reading.draw(signing)
            #expect(signing.placed?.box == PDFRectangle(0, 732, 170, 792))
            signing.move(byX: 1000, y: -1000)
            #expect(signing.placed?.box == PDFRectangle(442, 0, 612, 60))
            signing.move(byX: -100, y: 100)
            signing.resize(width: 1000, height: 10)
            #expect(signing.placed?.box == PDFRectangle(342, 136, 612, 160))
            let ink = try #require(signing.placed?.inkBox)
            #expect(ink.left >= 0 && ink.right <= 270 && ink.top <= 24)
            #expect(signing.warning == nil)
        }
    }

    @Test(arguments: [
        (Array("hello".utf8), "Lease.pdf is not a PDF. Save it as a PDF in the program that made it, then open that."),
        (FilesFixture.pdf(pages: 0), "Lease.pdf has no pages. Ask for it again, or open another copy."),
    ])
    func whatCannotBeShownSaysWhy(_ bytes: [UInt8], _ text: String) async throws {
        try await Reading.run { reading in
            try reading.put(bytes)
            let viewer = await reading.viewer()
            guard case .failed = viewer.pages else { return #expect(Bool(false), "pages came from nowhere") }
            #expect(viewer.notice == Notice(text, kind: .bad) && viewer.signing == nil)
        }
    }

    @Test func aFileThatIsGoneSaysSo() async throws {
        try await Reading.run { reading in
            let viewer = await reading.viewer("Gone.pdf")
            #expect(viewer.notice?.text == reading.words("app.gone"))
        }
    }
}
