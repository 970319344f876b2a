import ParaphTrust
import Testing
import X509

private let content = Array("What is signed.".utf8)

private func sign(by signer: SigningIdentity) async throws -> SignedData {
    try await SignedData.sign(digest: signer.digestAlgorithm.digest(of: content), algorithm: signer.digestAlgorithm, by: signer)
}

@Test(arguments: TestAuthority.Kind.allCases) func whatIsSignedIsJudgedIntact(_ kind: TestAuthority.Kind) async throws {
    let signer = try TestAuthority().signer(kind)
    let signed = try await sign(by: signer)
    let judgement = try #require(signed.signers.first).judge(.detached(contentDigest(content, signer.digestAlgorithm)))
    #expect(judgement.integrity == .intact)
    #expect(judgement.problems.isEmpty)
    #expect(judgement.certificate == signer.certificate)
    #expect(signed.certificates.count == 2)
    #expect(signed.signers.first?.signingCertificateV2Count == 1)
    #expect(signed.signers.first?.claimedTime == nil)
    #expect(signed.der.count <= (try SignedData.sizeLimit(by: signer)))
}

@Test func anotherContentIsNotWhatWasSigned() async throws {
    let signed = try await sign(by: try TestAuthority().signer(.p256))
    let judgement = try #require(signed.signers.first).judge(.detached(contentDigest(content + [0])))
    #expect(judgement.integrity == .broken)
    #expect(judgement.problems.map(\.code) == [.contentChanged])
}

// Needs the openssl program; skipped where it is not installed.
@Test(.enabled(if: OpenSSL.isThere), arguments: TestAuthority.Kind.allCases)
func opensslFindsOurSignaturesGood(_ kind: TestAuthority.Kind) async throws {
    let authority = try TestAuthority()
    let signed = try await sign(by: try authority.signer(kind))
    let folder = try TemporaryFolder()
    try folder.write(signed.der, "signature")
    try folder.write(content, "content")
    try folder.write([authority.certificate].pem, "root.pem")
    let verify = "cms -verify -inform DER -in signature -content content -binary -purpose any -CAfile root.pem -out again"
    #expect(try OpenSSL.run(verify, in: folder.url).status == 0)
    #expect(try folder.bytes("again") == content)
    try folder.write(content + [1], "content")
    #expect(try OpenSSL.run(verify, in: folder.url).status != 0)
}

func contentDigest(_ bytes: [UInt8], _ algorithm: DigestAlgorithm = .sha256) -> ContentDigest {
    var digester = Digester(algorithm)
    bytes.withUnsafeBytes { digester.update($0) }
    return digester.contentDigest()
}
