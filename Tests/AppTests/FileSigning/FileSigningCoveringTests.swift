import ParaphInk
import ParaphInkPDF
import ParaphPAdES
import ParaphPDF
import ParaphPDFCrypto
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import FilesTestSupport

/// Signatures that would hide what was signed before are not sealed: the next reader would be told that the document was changed.
struct FileSigningCoveringTests {
    /// The head of a JPEG of 300 by 400 points.
    private static let photo = Base64URL([
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 144, 1, 44, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9,
    ])

    /// A page with a line of text, on which there is a field.
    private static let form = FilesFixture.pdf(
        catalog: "/AcroForm<</Fields[10 0 R]>>",
        page: "/Annots[10 0 R]/Contents 11 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
        more: [
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[50 600 250 700]/F 4>>",
            "<</Length 65>>\nstream\nBT /F 12 Tf 52 640 Td (The tenant pays a hundred a month.) Tj ET\nendstream",
        ]
    )

    @Test func aPhotoOverAnotherSignatureIsNotSealedAndElsewhereItIs() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let signed = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") { $0.photo = Self.photo }
            let seen = try #require(signed.hash)
            let refusal = await problem { try await fixture.prepare("s2", on: id, seen: seen, by: "boris") { $0.photo = Self.photo } }
            #expect(refusal?.code == "wouldHide" && refusal?.status == 409)
            let drafts = try await fixture.registry.count("fileDraft")
            let versions = try await fixture.registry.count("fileVersion")
            #expect(drafts == 1 && versions == 2)
            // The same drawing counts where it hides nothing.
            try await fixture.sign("s2", on: id, seen: seen, by: "boris") { ($0.photo, $0.box) = (Self.photo, [100, 300, 300, 380]) }
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test func whatIsHiddenIsLookedForHoweverLongReadingTookAndIsNotGuessed() async throws {
        try await FileSigningFixture.run { fixture in
            // A page of so many lines that whoever reads it looks at the clock.
            let lines = String(repeating: "0 0 m 1 1 l n\n", count: 20_000)
            let content = "<</Length \(lines.utf8.count)>>\nstream\n\(lines)endstream"
            let file = FilesFixture.pdf(page: "/Contents 10 0 R", more: [content])
            let id = try await fixture.keep(file)
            try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            let signed = try await fixture.bytes(of: id)
            var wanted = FileSigningFixture.wanted("s2", seen: FileSigningFixture.hash(signed))
            wanted.photo = Self.photo
            let signing = FileSignaturePreparation.Signing(
                ink: try #require(MadeUpPeople.drawing.flatMap { PDFSignatureAppearance.Ink($0, ink: .blue) }),
                name: "Boris",
                time: fixture.registry.time.now().date,
                room: try await fixture.environment.authority.sealSize(),
                fonts: []
            )
            let start = ContinuousClock.now
            // How the signature is refused where the clock says seven seconds while the file is read, and something else when it is last looked at.
            func refusal(lastLook: (number: Int, seconds: Int)?) async throws -> (code: ProblemCode?, looks: Int) {
                var preparation = try FileSignaturePreparation(wanted)
                let looks = Mutex(0)
                preparation.now = {
                    let look = looks.withLock { look in
                        look += 1
                        return look
                    }
                    return start + .seconds(look == 1 ? 0 : look == lastLook?.number ? lastLook?.seconds ?? 7 : 7)
                }
                let refusal = await problem { [preparation] in
                    let memory = GrowingFile(PDFBytes(signed), room: FileSignaturePreparation.mostAppended)
                    _ = try await preparation.prepare(memory, signing, ciphers: .crypto)
                }
                return (refusal?.code, looks.withLock { $0 })
            }
            let (code, looks) = try await refusal(lastLook: nil)
            #expect(code == "wouldHide" && looks > 2)
            // Reading left a second, and judging takes two; then more than it has.
            #expect(try await refusal(lastLook: (looks, 9)).code == "wouldHide")
            #expect(try await refusal(lastLook: (looks, 14)).code == "tooComplex")
        }
    }

    @Test func whoSignsFirstMayCoverWhatTheyLike() async throws {
        try await FileSigningFixture.run { fixture in
            let id = try await fixture.keep(Self.form)
            try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(Self.form), by: "anna") {
                ($0.photo, $0.box) = (Self.photo, [50, 600, 250, 700])
            }
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test func aPhotoInAFieldOverTextIsNotSealedAndInkAloneIs() async throws {
        try await FileSigningFixture.run { fixture in
            let id = try await fixture.keep(Self.form)
            let signed = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(Self.form), by: "anna")
            let seen = try #require(signed.hash)
            func inField(_ wanted: inout FileSigning) { (wanted.field, wanted.page, wanted.box) = ("Tenant", nil, nil) }
            let refusal = await problem {
                try await fixture.prepare("s2", on: id, seen: seen, by: "boris") {
                    inField(&$0)
                    $0.photo = Self.photo
                }
            }
            #expect(refusal?.code == "wouldHide")
            try await fixture.sign("s2", on: id, seen: seen, by: "boris", inField)
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test(arguments: ["rc4-128.pdf", "aes-128.pdf", "aes-256.pdf"])
    func whatIsEncryptedIsLookedAtAsItsReadersSeeIt(_ name: String) async throws {
        try await FileSigningFixture.run { fixture in
            let file = try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/\(name)")
            let id = try await fixture.keep(file)
            let signed = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") {
                ($0.password, $0.box) = ("user", [110, 40, 190, 90])
            }
            let seen = try #require(signed.hash)
            // The text of the page can be read once it is decrypted only.
            for box in [[5, 5, 85, 35], [110, 40, 190, 90]] as [[Double]] {
                let refusal = await problem {
                    try await fixture.prepare("s2", on: id, seen: seen, by: "boris") {
                        ($0.password, $0.box, $0.photo) = ("user", box, Self.photo)
                    }
                }
                #expect(refusal?.code == "wouldHide", "\(box)")
            }
            try await fixture.sign("s2", on: id, seen: seen, by: "boris") {
                ($0.password, $0.box, $0.photo) = ("user", [10, 40, 90, 90], Self.photo)
            }
            let report = try await fixture.judge(id, password: "user")
            #expect(report.verdict == .valid && report.signatures.count == 2)
        }
    }

    @Test func aPhotoIsSpokenOfWhereThereIsOne() {
        #expect(Problem.wouldHide(withPhoto: true).detail?.contains("photo") == true)
        #expect(Problem.wouldHide(withPhoto: false).detail?.contains("photo") == false)
    }
}
