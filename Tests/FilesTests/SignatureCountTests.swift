import Foundation
import ParaphPDF
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// How far a file is signed: by what its file says, and nothing where that is not known.
struct SignatureCountTests {
    private static let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[50 600 200 660]/P 3 0 R/F 4>>"
    private static let form = FilesFixture.pdf(catalog: "/AcroForm<</Fields[10 0 R]>>", page: "/Annots[10 0 R]", more: [field])

    /// A file as another program signed it.
    private static func signed(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try PDFFile(PDFBytes(bytes))
        let request = PDFSigning.Request(time: PDFString(Array("D:20261123120000Z".utf8)), room: 64)
        var signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        _ = signing.fill([0x30, 2, 1, 0])
        return bytes + signing.appended
    }

    @Test func whatWasSignedBeforeItCameIsNotCalledUnsigned() async throws {
        try await FilesFixture.run { files in
            let once = try await files.keep(try Self.signed(Self.form))
            #expect(once.signatures == 1 && once.openFields == 1 && once.signerName == nil && !once.isSignedByMe)
            let twice = try await files.keep(try Self.signed(Self.signed(FilesFixture.pdf())))
            #expect(twice.signatures == 2 && twice.openFields == 0)
            let never = try await files.keep(Self.form)
            #expect(never.signatures == 0 && never.openFields == 1)
            let listed = try await FileService(environment: files.environment).list(for: "anna", after: nil)
            #expect(Set(listed.items.map(\.signatures)) == [0, 1, 2])
        }
    }

    @Test func ofWhatCannotBeReadNothingIsSaid() async throws {
        try await FilesFixture.run { files in
            let locked = try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/aes-256.pdf")
            for file in [locked, FilesFixture.file(1000)] {
                let document = try await files.keep(file)
                #expect(document.version == 1 && document.hash == FilesFixture.hash(file))
                #expect(document.signatures == nil && document.openFields == nil)
            }
        }
    }

    @Test(.timeLimit(.minutes(2))) func readingForTheCountNeverWaitsAndGivesWay() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.pdf()
            let memory = files.environment.memory
            // Both places are taken by signers, and another waits: reading comes neither before nor behind them.
            try await memory.run {
                try await memory.run {
                    let waiting = Task { try await memory.run {} }
                    try await until("another waits") { memory.load.waiting == 1 }
                    #expect(try await files.keep(file).signatures == nil)
                    #expect(memory.load.waiting == 1, "it was not behind them")
                    waiting.cancel()
                }
            }
            let bytes = GrowingFile(capacity: file.count)
            bytes.append(file)
            #expect(await PDFSignatureCount.read(bytes, ciphers: files.environment.ciphers) { true } == nil)
            #expect(await PDFSignatureCount.read(bytes, ciphers: files.environment.ciphers) { false } != nil)
        }
    }

    @Test func ofWhatThereIsNoRoomToReadNothingIsSaid() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.pdf()
            let places = [ConcurrencyLimiter.Place](repeating: .reading(by: "anna"), count: FileLimits.readings)
            try await files.environment.memory.run(at: places) {
                let document = try await files.keep(file)
                #expect(document.version == 1 && document.hash == FilesFixture.hash(file) && document.signatures == nil)
            }
            #expect(try await files.keep(file).signatures == 0)
        }
    }
}
