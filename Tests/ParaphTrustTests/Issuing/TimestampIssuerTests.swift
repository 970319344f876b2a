import Foundation
import Testing
import X509

@testable import ParaphTrust

/// Timestamps of a service of ours, read by the code that reads those of others.
struct TimestampIssuerTests {
    private let now = Date(timeIntervalSince1970: 1_795_255_200)

    private func identity(_ profile: CertificateProfile = .timestamps) throws -> SigningIdentity {
        let validity = now.addingTimeInterval(-60)..<now.addingTimeInterval(86_400)
        let root = try CertificateIssuer.root(CertificateName(commonName: "Root"), key: .p256(), validity: validity)
        let key = MemoryKey.p256()
        let leaf = try root.issue(
            to: CertificateName(commonName: "Clock"),
            key: key.publicKey,
            for: profile,
            validity: validity,
            addresses: nil
        )
        return try SigningIdentity(certificate: leaf, chain: [root.certificate], key: key)
    }

    @Test(arguments: [DigestAlgorithm.sha256, .sha384, .sha512])
    func aTimestampIsOfTheDigestAndTheTimeAsked(algorithm: DigestAlgorithm) async throws {
        let digest = algorithm.digest(of: Array("something".utf8))
        let request = try TimestampRequest(digest: digest, algorithm: algorithm)
        let service = try TimestampIssuer(try identity())
        let token = try request.token(await service.answer(request.der, at: now))
        #expect(token.time == now)
        #expect(token.accuracy == 1)
        #expect(token.serial.count == 16)
        #expect(token.judge().integrity == .intact)
        #expect(token.judge().problems.isEmpty)
    }

    @Test func certificatesTravelOnlyWhereTheyAreWanted() async throws {
        let imprint = DER.sequence(AlgorithmIdentifier.der(.sha256), DER.octets([UInt8](repeating: 1, count: 32)))
        let service = try TimestampIssuer(try identity())
        let answer = await service.answer(DER.sequence(DER.integer(1), imprint), at: now)
        var reader = try Element(answer[...], "").reader("")
        _ = try reader.next()
        let token = try TimestampToken(der: Array(try reader.next().bytes))
        #expect(token.signedData.certificates.isEmpty)
        #expect(token.nonce == nil)
    }

    @Test func whatIsNotGivenIsRefusedWithTheReason() async throws {
        let service = try TimestampIssuer(try identity())
        func imprint(_ oid: OID, _ count: Int) -> [UInt8] {
            DER.sequence(AlgorithmIdentifier.der(oid), DER.octets([UInt8](repeating: 1, count: count)))
        }
        let good = imprint(.sha256, 32)
        let cases: [([UInt8], TimestampRefusal)] = [
            (DER.sequence(DER.integer(1), imprint(.sha1, 20)), .badAlgorithm),
            (DER.sequence(DER.integer(1), imprint(.sha256, 31)), .badDataFormat),
            (DER.sequence(DER.integer(2), good), .badRequest),
            (DER.sequence(DER.integer(1), good, OID.data.der), .unacceptedPolicy),
            (DER.sequence(DER.integer(1), good, DER.element(Tag.constructed(0), DER.sequence())), .unacceptedExtension),
            (DER.sequence(DER.integer(1), good, DER.element(Tag.integer, [UInt8](repeating: 1, count: 65))), .badDataFormat),
            (DER.sequence(DER.integer(1), good, DER.yes, DER.yes), .badDataFormat),
            ([], .badDataFormat), ([0x30, 0x80], .badDataFormat), ([UInt8](repeating: 0, count: 9_000), .badDataFormat),
        ]
        let request = try TimestampRequest(digest: [UInt8](repeating: 1, count: 32), algorithm: .sha256)
        for (bytes, refusal) in cases {
            let answer = await service.answer(bytes, at: now)
            let error = #expect(throws: TrustError.self) { try request.token(answer) }
            #expect(error?.code == .refused)
            #expect(error?.detail.contains(refusal.sentence) == true, "\(refusal)")
        }
    }

    @Test func anyPrefixOfARequestIsAnswered() async throws {
        let service = try TimestampIssuer(try identity())
        let request = try TimestampRequest(digest: [UInt8](repeating: 1, count: 32), algorithm: .sha256).der
        for count in 0..<request.count {
            #expect(!(await service.answer(Array(request.prefix(count)), at: now)).isEmpty)
        }
    }

    @Test func aCertificateForDocumentsGivesNoTimestamps() throws {
        let error = #expect(throws: TrustError.self) { try TimestampIssuer(try identity(.documents)) }
        #expect(error?.code == .mismatch)
    }
}
