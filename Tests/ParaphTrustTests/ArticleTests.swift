import Foundation
import ParaphTrust
import Testing
import X509

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func aMessageIsSignedAndBelieved() async throws {
        let content = Array("I owe you 100 euros".utf8)
        let now = Date()
        let year = now.addingTimeInterval(-60)..<now.addingTimeInterval(365 * 86_400)
        let authority = try CertificateIssuer.root(CertificateName(commonName: "Ink Ltd"), key: .p256(), validity: year)
        let key = MemoryKey.p256()
        let certificate = try authority.issue(
            to: CertificateName(commonName: "Ada Signer"),
            key: key.publicKey,
            for: .documents,
            validity: year,
            addresses: nil
        )
        let identity = try SigningIdentity(certificate: certificate, chain: [authority.certificate], key: key)

        let digest = identity.digestAlgorithm.digest(of: content)
        let message = try await SignedData.sign(digest: digest, algorithm: identity.digestAlgorithm, by: identity)

        let received = try SignedData(der: message.der)
        guard let signer = received.signers.first, let expected = ContentDigest(digest, algorithm: identity.digestAlgorithm) else { return }
        let judgement = signer.judge(.detached(expected))

        #expect(judgement.integrity == .intact)

        let validator = PathValidator(anchors: [authority.certificate])
        let path = await validator.validate(certificate, intermediates: received.certificates, at: now, purpose: .documentSigning)
        if path.trust != .trusted { print(path.problems.map(\.detail)) }

        #expect(path.trust == .trusted)
    }
}
