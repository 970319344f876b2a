import Foundation
import SwiftASN1
import Testing
import X509

@testable import ParaphTrust

/// Certificates that an authority of ours issues.
struct CertificateIssuerTests {
    private static let day = 86_400.0
    private let now = Date(timeIntervalSince1970: 1_795_255_200)
    private let addresses = AuthorityAddresses(
        list: "http://a.example/1.crl",
        ocsp: "http://a.example/ocsp",
        issuer: "http://a.example/1.cer"
    )

    private func root() throws -> CertificateIssuer {
        let name = CertificateName(commonName: "Root 1", organisation: "North & Co")
        return try .root(name, key: .p256(), validity: now..<now.addingTimeInterval(365 * Self.day))
    }

    private func issue(
        _ root: CertificateIssuer,
        _ name: CertificateName = CertificateName(commonName: "Anna"),
        for profile: CertificateProfile = .documents,
        days: Double = 30
    ) throws -> Certificate {
        try root.issue(
            to: name,
            key: MemoryKey.p256().publicKey,
            for: profile,
            validity: now..<now.addingTimeInterval(days * Self.day),
            addresses: addresses
        )
    }

    @Test func anIssuedCertificateLeadsToItsRoot() async throws {
        let root = try root()
        for profile in CertificateProfile.allCases {
            let leaf = try issue(root, for: profile)
            let purpose: CertificatePurpose = profile == .timestamps ? .timestamping : .documentSigning
            let result = await PathValidator(anchors: [root.certificate]).validate(leaf, intermediates: [], at: now, purpose: purpose)
            #expect(result.trust == .trusted, "\(result)")
            let stranger = PathValidator(anchors: [try self.root().certificate])
            let other = await stranger.validate(leaf, intermediates: [], at: now, purpose: purpose)
            #expect(other.trust != .trusted)
        }
    }

    @Test func serialNumbersArePositiveAndOfSixteenOctets() throws {
        let root = try root()
        var seen: Set<String> = []
        for _ in 0..<50 {
            let leaf = try issue(root)
            let serial = try leaf.fields().serial
            #expect(serial.count == 16)
            #expect((0x40...0x7f).contains(try #require(serial.first)))
            seen.insert(leaf.serialText)
        }
        #expect(seen.count == 50)
    }

    @Test func aCertificateNamesItsAddresses() throws {
        let leaf = try issue(try root())
        #expect(leaf.listAddresses == ["http://a.example/1.crl"])
        let found = CertificateAddresses(leaf)
        #expect(found.ocsp == ["http://a.example/ocsp"])
        #expect(found.issuers == ["http://a.example/1.cer"])
    }

    @Test func aCertificateEndsWithItsAuthority() throws {
        let root = try root()
        #expect(try issue(root, days: 9_000).notValidAfter == root.certificate.notValidAfter)
    }

    @Test func namesAreCutAndCleaned() throws {
        let long = String(repeating: "Ж", count: 80)
        let leaf = try issue(try root(), CertificateName(commonName: "Anna\u{0}\nKern", organisation: long, serialNumber: "0a1b"))
        #expect(leaf.subjectName == "Anna Kern")
        #expect(leaf.organisation == String(repeating: "Ж", count: 64))
        #expect(throws: TrustError.self) { try issue(try root(), CertificateName(commonName: " \n")) }
        #expect(throws: TrustError.self) { try issue(try root(), CertificateName(commonName: "Anna", serialNumber: "Ж")) }
    }

    @Test func aKeyOfAnotherCertificateIssuesNothing() throws {
        let root = try root()
        let error = #expect(throws: TrustError.self) { try CertificateIssuer(certificate: root.certificate, key: .p256()) }
        #expect(error?.code == .mismatch)
    }

    @Test func aKeyComesBackFromItsNumber() throws {
        let key = MemoryKey.p256()
        #expect(try MemoryKey(p256Scalar: try #require(key.p256Scalar)).publicKey == key.publicKey)
        #expect(throws: TrustError.self) { try MemoryKey(p256Scalar: []) }
        #expect(throws: TrustError.self) { try MemoryKey(p256Scalar: [UInt8](repeating: 0, count: 32)) }
    }
}
