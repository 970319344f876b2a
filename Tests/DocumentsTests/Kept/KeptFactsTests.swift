import Foundation
import ParaphPDF
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Documents

/// How far a kept document is signed: by what its file says, and nothing where that is not known.
struct KeptFactsTests {
    private static let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[50 600 200 660]/P 3 0 R/F 4>>"
    private static let form = KeptSigningFixture.pdf(catalog: "/AcroForm<</Fields[10 0 R]>>", page: "/Annots[10 0 R]", more: [field])

    /// A file as another program signed it.
    private static func signed(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try PDFFile(PDFBytes(bytes))
        let request = PDFSigning.Request(time: PDFString(Array("D:20261123120000Z".utf8)), room: 64)
        var signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        _ = signing.fill([0x30, 2, 1, 0])
        return bytes + signing.appended
    }

    @Test func whatWasSignedBeforeItCameIsNotCalledUnsigned() async throws {
        try await KeptFixture.run { kept in
            let once = try await kept.keep(try Self.signed(Self.form))
            #expect(once.signatures == 1 && once.openFields == 1 && once.signer == nil && !once.isSignedByMe)
            let twice = try await kept.keep(try Self.signed(Self.signed(KeptSigningFixture.pdf())))
            #expect(twice.signatures == 2 && twice.openFields == 0)
            let never = try await kept.keep(Self.form)
            #expect(never.signatures == 0 && never.openFields == 1)
            let listed = try await KeptDocumentService(environment: kept.environment).list(for: "anna", after: nil)
            #expect(Set(listed.items.map(\.signatures)) == [0, 1, 2])
        }
    }

    @Test func ofWhatCannotBeReadNothingIsSaid() async throws {
        try await KeptFixture.run { kept in
            let locked = try KeptSigningFixture.file("ParaphPDFTests/Encryption/Fixtures/aes-256.pdf")
            for file in [locked, KeptFixture.file(1000)] {
                let document = try await kept.keep(file)
                #expect(document.version == 1 && document.hash == KeptFixture.hash(file))
                #expect(document.signatures == nil && document.openFields == nil)
            }
        }
    }

    @Test func ofWhatThereIsNoRoomToReadNothingIsSaid() async throws {
        try await KeptFixture.run { kept in
            let file = KeptSigningFixture.pdf()
            let places = [Gate.Place](repeating: .reading(by: "anna"), count: KeptLimits.preparations)
            try await kept.environment.memory.run(at: places) {
                let document = try await kept.keep(file)
                #expect(document.version == 1 && document.hash == KeptFixture.hash(file) && document.signatures == nil)
            }
            #expect(try await kept.keep(file).signatures == 0)
        }
    }

    @Test func aSignatureIsCountedForAllAndCalledOnesOwnBySignersOnly() async throws {
        try await KeptSigningFixture.run { kept in
            let service = KeptDocumentService(environment: kept.environment)
            let id = try await kept.keep(Self.form)
            // As of a document that was kept before this was noted.
            #expect(try await service.find(id, for: "anna").signatures == nil)
            let first = try await kept.sign("s1", on: id, seen: KeptSigningFixture.hash(Self.form), by: "anna")
            #expect(first.signatures == 1 && first.openFields == 1 && first.isSignedByMe)
            #expect(try await service.find(id, for: "anna") == first)
            let others = try await service.find(id, for: "boris")
            #expect(others.signatures == 1 && others.signer == "Anna" && !others.isSignedByMe)
            let draft = try await kept.prepare("s2", on: id, seen: try #require(first.hash), by: "boris") {
                ($0.field, $0.page, $0.box) = ("Tenant", nil, nil)
            }
            let second = try await kept.complete(draft, "s2", on: id, by: "boris")
            #expect(second.signatures == 2 && second.openFields == 0 && second.isSignedByMe)
            #expect(try await service.find(id, for: "anna").isSignedByMe)
            let again = try await kept.complete(draft, "s2", on: id, by: "boris")
            #expect(again == second)
        }
    }

    @Test func anEncryptedFileIsKnownOnceItsPasswordWasGivenToSignIt() async throws {
        try await KeptSigningFixture.run { kept in
            let file = try KeptSigningFixture.file("ParaphPDFTests/Encryption/Fixtures/aes-256.pdf")
            let id = try await kept.keep(file)
            let signed = try await kept.sign("s1", on: id, seen: KeptSigningFixture.hash(file), by: "anna") {
                ($0.password, $0.box) = ("user", [10, 10, 60, 40])
            }
            #expect(signed.signatures == 1 && signed.openFields == 0)
        }
    }
}
