import Foundation
import ParaphPDF
import ParaphTrust
import Testing

@testable import ParaphPAdES

@Suite struct SigningTests {
    private let signer: DocumentSigner

    init() throws { signer = DocumentSigner(try TestIdentity.make()) }

    private func sign(_ file: PDFFile, _ change: (inout SignatureRequest) -> Void = { _ in }) async throws -> PDFFile {
        var request = SignatureRequest(time: Date(timeIntervalSince1970: 1_800_000_000))
        change(&request)
        return try PDFFile(PDFBytes(try await signer.sign(file, request).bytes))
    }

    /// Why signing is refused; nil where it is not.
    private func refusal(_ file: PDFFile, _ change: (inout SignatureRequest) -> Void) async -> PAdESError.Code? {
        do {
            _ = try await sign(file, change)
            return nil
        } catch {
            return (error as? PAdESError)?.code
        }
    }

    /// Whether a signature is one of the bytes that it says to cover.
    private func isIntact(_ signature: PDFSignature, in file: PDFFile) throws -> Bool {
        let parts = try #require(signature.signedParts(of: file))
        var digester = Digester(.sha256)
        parts.0.withBytes { digester.update(UnsafeRawBufferPointer($0)) }
        parts.1.withBytes { digester.update(UnsafeRawBufferPointer($0)) }
        let signer = try #require(try SignedData(der: signature.contents).signers.first)
        return signer.judge(.detached(digester.contentDigest())).integrity == .intact
    }

    @Test(arguments: [false, true]) func aSignatureCoversAllOfTheFileAndTheFileStaysItsStart(isBroken: Bool) async throws {
        let bytes = TestDocument().bytes(isBroken: isBroken)
        let signed = try await sign(try PDFFile(PDFBytes(bytes))) { $0.reason = "Да" }
        #expect(signed.bytes.array.starts(with: bytes))
        #expect(!signed.isRepaired)
        let signature = try #require(try signed.signatures().first)
        #expect(signature.coverage == .document)
        #expect(signature.kind == .approval)
        #expect(signature.field.name == "Signature1")
        #expect(try isIntact(signature, in: signed))
        #expect(signature.dictionary["SubFilter"] == .name("ETSI.CAdES.detached"))
        #expect(signature.dictionary["M"]?.string?.text == "D:20270115080000+00'00'")
        #expect(signature.dictionary["Reason"]?.string?.text == "Да")
        #expect(signature.dictionary["Cert"] == nil)
        #expect(try signed.form()?["SigFlags"] == .integer(3))
    }

    @Test func aSecondSignatureLeavesTheFirstWhole() async throws {
        let once = try await sign(try TestDocument().open())
        let twice = try await sign(once)
        let signatures = try twice.signatures()
        #expect(signatures.map(\.coverage) == [.revision(once.bytes.count), .document])
        #expect(signatures.map(\.field.name) == ["Signature1", "Signature2"])
        for signature in signatures { #expect(try isIntact(signature, in: twice)) }
    }

    @Test func aDocumentWithoutPagesIsSignedOutOfSight() async throws {
        var document = TestDocument()
        document.objects[1] = "<</Type/Pages/Kids[]/Count 0>>"
        let signed = try await sign(try document.open())
        #expect(try signed.signatures().map(\.coverage) == [.document])
    }

    @Test func aFieldThatIsThereIsSigned() async throws {
        let signed = try await sign(try TestDocument(fields: [("Mine", "")]).open()) { $0.field = "Mine" }
        #expect(try signed.fields().count == 1)
        #expect(try signed.signatures().map(\.field.name) == ["Mine"])
    }

    @Test func whatIsSeenStandsInItsRectangle() async throws {
        let signed = try await sign(try TestDocument(page: "/Rotate 90/CropBox[100 100 500 700]").open()) {
            $0.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(10, 20, 110, 70))
            $0.appearance = PDFSignatureAppearance(lines: ["Ada"])
            $0.link = "https://example.org/documents/?documentid=1"
        }
        let field = try #require(try signed.fields().first)
        // Turned clockwise, what is left as shown is the lower side of the page.
        #expect(try signed.rectangle(field.dictionary["Rect"]) == PDFRectangle(430, 110, 480, 210))
        #expect(try signed.resolve(field.dictionary["AP"]).dictionary?["N"]?.reference != nil)
        let page = try #require(try signed.page(at: 0))
        #expect(try signed.resolve(page["Annots"]).array?.count == 2)
    }

    @Test(arguments: [
        ("Signed", PAdESError.Code.place), ("Text", .place), ("a.b", .place), ("", .place), ("Group", .place),
    ]) func aFieldThatCannotBeSignedIsRefused(name: String, code: PAdESError.Code) async throws {
        var document = TestDocument(fields: [("Signed", ""), ("Text", "/FT/Tx"), ("Group", "/Kids[7 0 R]")])
        document.objects[4] = document.objects[4].replacingOccurrences(of: "/FT/Sig", with: "")
        document.objects.append("<</FT/Sig/T(Kid)/Parent 6 0 R>>")
        let file = try await sign(try document.open()) { $0.field = "Signed" }
        #expect(await refusal(file) { $0.field = name } == code)
    }

    @Test func whatIsNotOnAPageIsRefused() async throws {
        let file = try TestDocument().open()
        for place in [
            PDFPlacement(page: 1, rectangle: PDFRectangle(1, 1, 9, 9)), PDFPlacement(page: -1, rectangle: PDFRectangle(1, 1, 9, 9)),
            PDFPlacement(page: 0, rectangle: PDFRectangle(600, 1, 700, 9)), PDFPlacement(page: 0, rectangle: PDFRectangle(1, 1, 1, 9)),
        ] {
            #expect(await refusal(file) { $0.placement = place } == .place)
        }
    }

    @Test func aLevelNeedsItsServices() async throws {
        let file = try TestDocument().open()
        for level in SignatureRequest.Level.allCases where level > .basic {
            #expect(await refusal(file) { $0.level = level } == .level)
        }
    }
}
