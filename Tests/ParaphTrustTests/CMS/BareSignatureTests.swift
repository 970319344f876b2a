import Crypto
import CryptoExtras
import Foundation
import ParaphTrust
import Testing
import X509

@Test func aBareSignatureIsJudged() throws {
    let key = try #require(TestAuthority.rsa)
    let content = Array("content".utf8)
    let certificate = try TestAuthority().issue("Old signer", .init(key.publicKey))
    let value = try key.signature(for: Insecure.SHA1.hash(data: content), padding: .insecurePKCS1v1_5).rawRepresentation
    let contents: [UInt8] = [4, 0x82, 1, 0] + value + [0, 0]
    let good = SignatureJudgement.bare(contents, certificate: try encoded(certificate), digest: contentDigest(content, .sha1))
    #expect(good.integrity == .intact)
    #expect(good.certificate == certificate)
    #expect(good.problems.map(\.code) == [.certificateNotNamed, .weakAlgorithm])
    let other = SignatureJudgement.bare(contents, certificate: try encoded(certificate), digest: contentDigest([], .sha1))
    #expect(other.integrity == .broken)
    let unreadable = SignatureJudgement.bare([5, 0], certificate: [], digest: contentDigest(content, .sha1))
    #expect(unreadable.integrity == .indeterminate)
}
