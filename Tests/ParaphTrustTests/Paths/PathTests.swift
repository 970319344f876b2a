import Crypto
import Foundation
import ParaphTrust
import SwiftASN1
import Testing
import X509

private let date = Date(timeIntervalSince1970: 1_800_000_000)

private func validate(
    _ leaf: Certificate,
    _ anchors: [Certificate],
    _ others: [Certificate] = [],
    at time: Date = date,
    for purpose: CertificatePurpose = .documentSigning
) async -> PathResult {
    await PathValidator(anchors: anchors).validate(leaf, intermediates: others, at: time, purpose: purpose)
}

/// An authority below another one.
private func intermediate(
    _ title: String,
    under root: TestAuthority,
    _ extensions: @autoclosure () throws -> [Certificate.Extension] = []
) throws -> (certificate: Certificate, key: Certificate.PrivateKey) {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    var list = try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
    }
    for one in try extensions() { list.update(one) }
    let certificate = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(bytes: [7]),
        publicKey: key.publicKey,
        notValidBefore: TestAuthority.begin,
        notValidAfter: TestAuthority.end,
        issuer: root.name,
        subject: try DistinguishedName { CommonName(title) },
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: list,
        issuerPrivateKey: root.key
    )
    return (certificate, key)
}

/// A signer's certificate by some authority.
private func leaf(
    by issuer: Certificate,
    _ key: Certificate.PrivateKey,
    _ alternative: String? = nil
) throws -> Certificate {
    let own = P256.Signing.PrivateKey()
    return try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(bytes: [9]),
        publicKey: Certificate.PublicKey(own.publicKey),
        notValidBefore: TestAuthority.begin,
        notValidAfter: TestAuthority.end,
        issuer: issuer.subject,
        subject: try DistinguishedName { CommonName("Leaf") },
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
            Critical(KeyUsage(nonRepudiation: true))
            if let alternative { SubjectAlternativeNames([.dnsName(alternative)]) }
        },
        issuerPrivateKey: key
    )
}

@Test func aChainLeadsToWhoIsTrusted() async throws {
    let root = try TestAuthority()
    let middle = try intermediate("Middle", under: root)
    let leaf = try leaf(by: middle.certificate, middle.key)
    let result = await validate(leaf, [root.certificate], [middle.certificate])
    #expect(result.trust == .trusted)
    #expect(result.chain == [leaf, middle.certificate, root.certificate])
    // The one in the middle may be trusted itself.
    #expect(await validate(leaf, [middle.certificate]).chain == [leaf, middle.certificate])
}

@Test func aMissingIssuerIsNamedAndAnotherRootIsNotTrusted() async throws {
    let (root, other) = (try TestAuthority(), try TestAuthority("Other root"))
    let middle = try intermediate("Middle", under: root)
    let leaf = try leaf(by: middle.certificate, middle.key)
    let missing = await validate(leaf, [root.certificate])
    #expect(missing.trust == .unknown)
    #expect(missing.problems.first?.detail.contains("Middle") == true)
    let strange = await validate(leaf, [other.certificate], [middle.certificate, root.certificate])
    #expect(strange.trust == .untrusted)
    #expect(strange.problems.map(\.code) == [.noChain])
    #expect(strange.chain.count == 3)
    #expect(await validate(leaf, [], [middle.certificate, root.certificate]).trust == .unknown)
    // A root of the same name that did not sign.
    #expect(await validate(leaf, [try TestAuthority().certificate], [middle.certificate]).trust != .trusted)
}

@Test func timesCount() async throws {
    let root = try TestAuthority()
    let leaf = try root.signer(.p256).certificate
    #expect(await validate(leaf, [root.certificate], at: TestAuthority.begin.addingTimeInterval(1)).trust == .trusted)
    for time in [TestAuthority.begin.addingTimeInterval(-1), TestAuthority.end.addingTimeInterval(1)] {
        let result = await validate(leaf, [root.certificate], at: time)
        #expect(result.trust == .untrusted)
        #expect(Set(result.problems.map(\.code)) == [.expired, .revocationUnknown])
    }
}

@Test func aSelfSignedSignerThatIsTrustedPasses() async throws {
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("Alone") }
    let alone = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(bytes: [5]),
        publicKey: Certificate.PublicKey(key.publicKey),
        notValidBefore: TestAuthority.begin,
        notValidAfter: TestAuthority.end,
        issuer: name,
        subject: name,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) },
        issuerPrivateKey: Certificate.PrivateKey(key)
    )
    let result = await validate(alone, [alone])
    #expect(result.trust == .trusted)
    #expect(result.isRevocationKnown)
    #expect(await validate(alone, [try TestAuthority().certificate]).trust == .untrusted)
    #expect(await validate(alone, [alone], at: TestAuthority.end.addingTimeInterval(1)).trust == .untrusted)
}

@Test func whoIsNoAuthorityIssuesNothing() async throws {
    let root = try TestAuthority()
    let signerKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let signer = try root.issue("No authority", signerKey.publicKey)
    let leaf = try leaf(by: signer, signerKey)
    #expect(await validate(leaf, [root.certificate], [signer]).trust == .untrusted)
    // An authority that may not issue certificates, by its key usage.
    let usage = try KeyUsage(cRLSign: true).makeCertificateExtension()
    let middle = try intermediate("Lists only", under: root, [usage])
    let result = await validate(try leafBelow(middle), [root.certificate], [middle.certificate])
    #expect(result.trust == .untrusted)
    #expect(result.problems.contains { $0.code == .usage })
}

private func leafBelow(_ issuer: (certificate: Certificate, key: Certificate.PrivateKey)) throws -> Certificate {
    try leaf(by: issuer.certificate, issuer.key)
}

@Test func constraintsOfNamesAndLengthsCount() async throws {
    let root = try TestAuthority()
    let names = try Certificate.Extension(NameConstraints(permittedDNSDomains: ["example.org"]), critical: true)
    let middle = try intermediate("Constrained", under: root, [names])
    for (name, trust) in [("a.example.org", PathResult.Trust.trusted), ("a.example.com", .untrusted)] {
        let leaf = try leaf(by: middle.certificate, middle.key, name)
        #expect(await validate(leaf, [root.certificate], [middle.certificate]).trust == trust)
    }
    let short = try Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true)
    let first = try intermediate("Short", under: root, [short])
    let authority = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(bytes: [8]),
        publicKey: middle.key.publicKey,
        notValidBefore: TestAuthority.begin,
        notValidAfter: TestAuthority.end,
        issuer: first.certificate.subject,
        subject: middle.certificate.subject,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) },
        issuerPrivateKey: first.key
    )
    let last = try leaf(by: authority, middle.key)
    let result = await validate(last, [root.certificate], [authority, first.certificate])
    #expect(result.trust == .untrusted)
    #expect(result.problems.contains { $0.code == .chainInvalid })
}

@Test func aCriticalExtensionThatNobodyKnowsBreaksTheChain() async throws {
    let root = try TestAuthority()
    let key = Certificate.PublicKey(P256.Signing.PrivateKey().publicKey)
    for critical in [true, false] {
        let strange = Certificate.Extension(oid: [1, 2, 3, 4], critical: critical, value: [5, 0])
        let result = await validate(try root.issue("Strange", key, more: [strange]), [root.certificate])
        #expect(result.trust == (critical ? .untrusted : .trusted))
        #expect(result.problems.contains { $0.detail.contains("1.2.3.4") } == critical)
    }
}

@Test func everyPurposeHasItsUsage() async throws {
    let root = try TestAuthority()
    let key = Certificate.PublicKey(P256.Signing.PrivateKey().publicKey)
    func trust(_ certificate: Certificate, _ purpose: CertificatePurpose) async -> PathResult.Trust {
        await validate(certificate, [root.certificate], for: purpose).trust
    }
    let encrypts = try root.issue("Encrypts", key, usage: KeyUsage(keyEncipherment: true))
    #expect(await trust(encrypts, .documentSigning) == .untrusted)
    let stamps = try root.issue("Stamps", key, extended: Critical(try ExtendedKeyUsage([.timeStamping])))
    #expect(await trust(stamps, .timestamping) == .trusted)
    #expect(await trust(stamps, .ocspSigning) == .untrusted)
    let loose = try root.issue("Loose", key, extended: try ExtendedKeyUsage([.timeStamping]))
    #expect(await trust(loose, .timestamping) == .untrusted)
    let both = try root.issue("Both", key, extended: Critical(try ExtendedKeyUsage([.timeStamping, .clientAuth])))
    #expect(await trust(both, .timestamping) == .untrusted)
    let plain = try root.issue("Plain", key)
    #expect(await trust(plain, .timestamping) == .untrusted)
    #expect(await trust(plain, .documentSigning) == .trusted)
    // What is for servers and authorities alone signs no documents, critical or not (RFC 5280 §4.2.1.12).
    #expect(await trust(stamps, .documentSigning) == .untrusted)
    #expect(await trust(loose, .documentSigning) == .untrusted)
    let server = try root.issue("Server", key, extended: try ExtendedKeyUsage([.serverAuth, .ocspSigning]))
    #expect(await trust(server, .documentSigning) == .untrusted)
    for usage in [ExtendedKeyUsage.Usage.emailProtection, .clientAuth, .any, .init(oid: [1, 3, 6, 1, 5, 5, 7, 3, 36])] {
        let fit = try root.issue("Fit", key, extended: Critical(try ExtendedKeyUsage([.serverAuth, usage])))
        #expect(await trust(fit, .documentSigning) == .trusted)
    }
}

@Test func aCertificateThatAnybodyCouldForgeIsNotKnownToBeTrusted() async throws {
    let key = Certificate.PrivateKey(try #require(TestAuthority.rsa))
    func certificate(
        _ title: String,
        by issuer: String,
        _ algorithm: Certificate.SignatureAlgorithm,
        isAuthority: Bool
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [4]),
            publicKey: key.publicKey,
            notValidBefore: TestAuthority.begin,
            notValidAfter: TestAuthority.end,
            issuer: try DistinguishedName { CommonName(issuer) },
            subject: try DistinguishedName { CommonName(title) },
            signatureAlgorithm: algorithm,
            extensions: try Certificate.Extensions {
                Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority))
            },
            issuerPrivateKey: key
        )
    }
    let root = try certificate("Root", by: "Root", .sha1WithRSAEncryption, isAuthority: true)
    // A root is trusted for what it is and not for who signed it.
    #expect(await validate(try certificate("Sound", by: "Root", .sha256WithRSAEncryption, isAuthority: false), [root]).trust == .trusted)
    let result = await validate(try certificate("Weak", by: "Root", .sha1WithRSAEncryption, isAuthority: false), [root])
    #expect(result.trust == .unknown)
    #expect(result.problems.contains { $0.code == .weakAlgorithm })
}

@Test func certificatesThatLeadInCirclesEnd() async throws {
    // Each of twelve authorities signed each other, and none leads to the root.
    let keys = (0..<12).map { _ in Certificate.PrivateKey(P256.Signing.PrivateKey()) }
    let names = try keys.indices.map { index in try DistinguishedName { CommonName("Circle \(index)") } }
    var all: [Certificate] = []
    for (subject, key) in keys.enumerated() {
        for (issuer, signer) in keys.enumerated() where issuer != subject {
            all.append(
                try Certificate(
                    version: .v3,
                    serialNumber: Certificate.SerialNumber(bytes: [UInt8(subject + 1), UInt8(issuer)]),
                    publicKey: key.publicKey,
                    notValidBefore: TestAuthority.begin,
                    notValidAfter: TestAuthority.end,
                    issuer: names[issuer],
                    subject: names[subject],
                    signatureAlgorithm: .ecdsaWithSHA256,
                    extensions: try Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) },
                    issuerPrivateKey: signer
                )
            )
        }
    }
    let first = try #require(all.first)
    let result = await validate(first, [try TestAuthority().certificate], all)
    #expect(result.trust == .unknown)
}
