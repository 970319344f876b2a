import ParaphPAdES
import ParaphPDF
import ParaphTrust
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func aDocumentIsSignedCertifiedAndValidated() async throws {
        let bytes = TestDocument(fields: [("Tenant", "")]).bytes()
        let identity = try TestIdentity.make()
        let signer = DocumentSigner(identity)
        var request = SignatureRequest()
        request.field = "Tenant"
        request.reason = "Agreed"
        let signed = try await signer.sign(PDFFile(PDFBytes(bytes)), request)
        let file = signed.bytes

        var certifying = SignatureRequest()
        certifying.certification = .filling
        let certified = try await signer.sign(PDFFile(PDFBytes(bytes)), certifying)

        #expect(certified.bytes.starts(with: bytes))

        let validator = DocumentValidator(anchors: [identity.certificate])
        let report = try await validator.validate(PDFFile(PDFBytes(file)))
        for signature in report.signatures {
            print(signature.field, signature.integrity, signature.trust, signature.changes.verdict, signature.problems)
        }

        #expect(report.verdict == .valid)
    }
}
