import ParaphPDF
import ParaphWire
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import Files
@testable import FilesTestSupport

/// How far a file is signed that was signed here.
struct FileSigningCountTests {
    private static let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[50 600 200 660]/P 3 0 R/F 4>>"
    private static let form = FilesFixture.pdf(catalog: "/AcroForm<</Fields[10 0 R]>>", page: "/Annots[10 0 R]", more: [field])

    @Test func aSignatureIsCountedForAllAndCalledOnesOwnBySignersOnly() async throws {
        try await FileSigningFixture.run { fixture in
            let service = FileService(environment: fixture.files)
            let id = try await fixture.keep(Self.form)
            // As where it was not read when it came.
            #expect(try await service.find(id, for: "anna").signatures == nil)
            let first = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(Self.form), by: "anna")
            #expect(first.signatures == 1 && first.openFields == 1 && first.isSignedByMe)
            #expect(try await service.find(id, for: "anna") == first)
            let others = try await service.find(id, for: "boris")
            #expect(others.signatures == 1 && others.signerName == "Anna" && !others.isSignedByMe)
            let draft = try await fixture.prepare("s2", on: id, seen: try #require(first.hash), by: "boris") {
                ($0.field, $0.page, $0.box) = ("Tenant", nil, nil)
            }
            let second = try await fixture.complete(draft, "s2", on: id, by: "boris")
            #expect(second.signatures == 2 && second.openFields == 0 && second.isSignedByMe)
            #expect(try await service.find(id, for: "anna").isSignedByMe)
            let again = try await fixture.complete(draft, "s2", on: id, by: "boris")
            #expect(again == second)
        }
    }

    @Test func anEncryptedFileIsKnownOnceItsPasswordWasGivenToSignIt() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/aes-256.pdf")
            let id = try await fixture.keep(file)
            let signed = try await fixture.sign("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") {
                ($0.password, $0.box) = ("user", [10, 10, 60, 40])
            }
            #expect(signed.signatures == 1 && signed.openFields == 0)
        }
    }
}
