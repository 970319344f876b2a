import Foundation
import Testing
import X509

@testable import ParaphTrust

/// Who may say that a certificate is good, and what must be understood of it.
///
/// These need the openssl program; they are skipped where it is not installed.
@Suite(.enabled(if: OpenSSL.isThere)) struct RevocationAuthorityTests {
    private let pki: TestPKI

    init() throws {
        pki = TestPKI(try TemporaryFolder())
        try pki.make()
    }

    private func certificate(_ name: String) throws -> Certificate {
        try #require(try [Certificate](pem: try pki.folder.text("\(name).pem")).first)
    }

    private func isGood(_ material: RevocationMaterial, _ name: String = "signer", issuer: String = "ca") async throws -> Bool {
        let result = await PathValidator(anchors: [try certificate("root")]).validate(
            try certificate(name),
            intermediates: [try certificate(issuer)],
            at: Date(),
            revocation: material,
            purpose: .documentSigning
        )
        #expect(result.trust == .trusted)
        return result.revocation.first == .good
    }

    private func answer(signer: String = "ocsp") throws -> [UInt8] {
        let request = try OCSPRequest(certificate: try certificate("signer"), issuer: try certificate("ca"), nonce: [1, 2, 3, 4])
        return try pki.answer(request.der, signer: signer)
    }

    @Test func anIssuerThatMayNotSignListsSaysNothing() async throws {
        try pki.request("issuer", "Issuer", "v3_issuer", by: "root")
        try pki.request("person", "Person", "v3_signer", by: "issuer")
        #expect(try await !isGood(RevocationMaterial(crls: [try pki.list(by: "issuer")]), "person", issuer: "issuer"))
    }

    @Test func aListMadeAfterACertificateEndedSaysNothing() async throws {
        // The certificate ends after 3000 days; from then on it may have left the lists.
        for (year, covers) in [(2030, true), (2050, false)] {
            let list = try pki.list(by: "ca", "-crl_lastupdate \(year)0101000000Z -crl_nextupdate \(year)0201000000Z")
            #expect(try await isGood(RevocationMaterial(crls: [list])) == covers)
        }
    }

    @Test func aResponderWhoseCertificateEndedSaysNothing() async throws {
        try pki.request("old", "Old%20responder", "v3_ocsp", by: "ca", dates: "-startdate 20200101000000Z -enddate 20210101000000Z")
        #expect(try await !isGood(RevocationMaterial(ocspResponses: [try answer(signer: "old")])))
    }

    /// An answer signed again, with an extension, or with bits of its signature said not to count.
    private func resigned(extension: [UInt8] = [], unused: UInt8 = 0) async throws -> [UInt8] {
        var outer = try Element(try answer()[...], "").reader("")
        _ = try outer.next()
        var wrapped = try Element(try outer.next().content, "").reader("")
        let type = try wrapped.next()
        var basic = try Element(try wrapped.next().content, "").reader("")
        var parts: [UInt8] = []
        // The first names the responder; the last, of the same tag, are the extensions.
        for (index, part) in try basic.next().elements("").enumerated() where index == 0 || part.tag != Tag.constructed(1) {
            parts += part.bytes
        }
        if !`extension`.isEmpty { parts += DER.element(Tag.constructed(1), DER.sequence(`extension`)) }
        let body = DER.sequence(parts)
        let algorithm = try basic.next()
        _ = try basic.next()
        let signature = try await MemoryKey(pem: try pki.folder.text("ocsp.key")).sign(body)
        let bits = DER.element(Tag.bitString, [unused] + signature)
        let answer = DER.sequence(body, Array(algorithm.bytes), bits, Array(basic.rest))
        let box = DER.element(Tag.constructed(0), DER.sequence(Array(type.bytes), DER.octets(answer)))
        return DER.sequence(DER.element(Tag.enumerated, [0]), box)
    }

    @Test func anAnswerWithAnExtensionThatMustBeUnderstoodAndIsNotSaysNothing() async throws {
        #expect(try await isGood(RevocationMaterial(ocspResponses: [try await resigned()])))
        let unknown: OID = [1, 2, 3, 4]
        for (critical, good) in [([], true), (DER.yes, false)] {
            let bytes = try await resigned(extension: DER.sequence(unknown.der, critical, DER.octets(DER.null)))
            #expect(try await isGood(RevocationMaterial(ocspResponses: [bytes])) == good)
        }
    }

    @Test func aSignatureOfBrokenOctetsIsNotRead() async throws {
        let bytes = try await resigned(unused: 1)
        let error = #expect(throws: TrustError.self) { try OCSPResponse(der: bytes) }
        #expect(error?.code == .malformed)
    }
}
