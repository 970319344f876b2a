import Foundation
import ParaphPDF
import ParaphTrust
import Testing

@testable import ParaphPAdES

/// A timestamp service with a clock of its own, whose certificate vouches for itself.
private struct Clockmaker: TimestampAuthority {
    var clock: Date
    let identity: SigningIdentity

    init(begin: Date, end: Date, clock: Date) throws {
        self.clock = clock
        identity = try TestIdentity.make("Clockmaker", begin: begin, end: end, isTimestampService: true)
    }

    func timestamp(digest: [UInt8], algorithm: DigestAlgorithm) async throws -> TimestampToken {
        let request = try TimestampRequest(digest: digest, algorithm: algorithm)
        return try request.token(await TimestampIssuer(identity).answer(request.der, at: clock))
    }
}

/// What a timestamp says is believed only where it can be so.
@Suite struct TimestampTimeTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func judge(clock: Double, begin: Double = -1_000_000, end: Double = 1_000_000) async throws -> SignatureReport {
        let signer = try TestIdentity.make()
        let authority = try Clockmaker(begin: now + begin, end: now + end, clock: now + clock)
        var request = SignatureRequest(time: now)
        request.level = .timestamped
        let bytes = try await DocumentSigner(signer, timestamps: authority).sign(TestDocument().open(), request).bytes
        let validator = DocumentValidator(anchors: [signer.certificate, authority.identity.certificate], date: now)
        return try #require(try await validator.validate(try PDFFile(PDFBytes(bytes))).signatures.first)
    }

    @Test(arguments: [0, -900_000, 300]) func aTimeOfTheCertificateIsBelieved(clock: Double) async throws {
        let report = try await judge(clock: clock)
        #expect(report.verdict == .valid)
        #expect(report.level == "B-T")
        #expect(report.time == (now + clock).rfc3339)
    }

    @Test(arguments: [(3_600.0, "time to come"), (-2_000_000, "was not valid")])
    func aTimeThatCannotBeIsNot(clock: Double, words: String) async throws {
        let report = try await judge(clock: clock)
        #expect(report.verdict == .indeterminate)
        #expect(report.level == "B-B")
        #expect(report.time == now.rfc3339)
        #expect(report.problems.contains { $0.contains(words) }, "\(report.problems)")
    }

    /// Its dates are the wrong way round, which no range may be made of.
    @Test func aCertificateThatIsNeverValidBreaksNothing() async throws {
        #expect(try await judge(clock: 0, begin: 1_000, end: -1_000).verdict == .indeterminate)
    }
}
