import Foundation
import ParaphTrust
import Testing
import X509

// These need the openssl program; they are skipped where it is not installed.
@Suite(.enabled(if: OpenSSL.isThere)) struct TimestampTests {
    private let pki: TestPKI
    private let digest = DigestAlgorithm.sha256.digest(of: Array("content".utf8))

    init() throws {
        pki = TestPKI(try TemporaryFolder())
        try pki.make()
    }

    /// What openssl answers to a request.
    private func answer(_ request: [UInt8], _ options: String = "") throws -> [UInt8] {
        try pki.folder.write(request, "request.tsq")
        try pki.run("ts -reply -config pki.cnf -section service -queryfile request.tsq -out answer.tsr \(options)")
        return try pki.folder.bytes("answer.tsr")
    }

    private func authority(_ options: String = "") -> (HTTPTimestampAuthority, LocalTransport) {
        let transport = LocalTransport()
        transport.answers["http://tsa.example/"] = { try answer($0, options) }
        return (HTTPTimestampAuthority(url: "http://tsa.example/", transport: transport), transport)
    }

    @Test(arguments: [DigestAlgorithm.sha256, .sha384, .sha512])
    func anAuthorityThatIsAskedGivesATimestamp(_ algorithm: DigestAlgorithm) async throws {
        let digest = algorithm.digest(of: Array("content".utf8))
        let token = try await authority().0.timestamp(digest: digest, algorithm: algorithm)
        #expect(abs(token.time.timeIntervalSinceNow) < 600)
        #expect(token.accuracy == 1.5)
        #expect(token.policy == "1.2.3.4")
        #expect(token.imprint == digest)
        let judgement = token.judge()
        #expect(judgement.integrity == .intact)
        #expect(judgement.problems.isEmpty)
        #expect(judgement.certificate?.subjectName == "TSA")
        #expect(try TimestampToken(der: token.der + [0, 0, 0]).time == token.time)
    }

    @Test func opensslFindsOurRequestWellFormed() throws {
        try pki.folder.write(try TimestampRequest(digest: digest, algorithm: .sha256).der, "q.tsq")
        let (status, output) = try OpenSSL.run("ts -query -in q.tsq -text", in: pki.folder.url)
        #expect(status == 0)
        #expect(output.contains("Certificate required: yes") && output.contains("Hash Algorithm: sha256"))
    }

    @Test func aTimestampOfSomethingElseIsRefused() async throws {
        let token = try await authority().0.timestamp(digest: digest, algorithm: .sha256)
        let error = #expect(throws: TrustError.self) {
            try token.check(digest: DigestAlgorithm.sha256.digest(of: [1]), algorithm: .sha256)
        }
        #expect(error?.code == .mismatch)
    }

    @Test func theAnswerToAnotherRequestIsRefused() throws {
        let other = try answer(try TimestampRequest(digest: digest, algorithm: .sha256).der)
        let error = #expect(throws: TrustError.self) { try TimestampRequest(digest: digest, algorithm: .sha256).token(other) }
        #expect(error?.code == .mismatch)
    }

    @Test func aRefusalIsQuoted() throws {
        // PKIStatusInfo: rejection, with a text.
        let text = Array("no money".utf8)
        let refusal: [UInt8] = [0x30, 17, 0x30, 15, 0x02, 1, 2, 0x30, 10, 0x0c, 8] + text
        let error = #expect(throws: TrustError.self) { try TimestampRequest(digest: digest, algorithm: .sha256).token(refusal) }
        #expect(error?.code == .refused)
        #expect(error?.detail.contains("no money") == true)
    }

    @Test func aSignerWhoIsNoAuthorityIsRefused() async throws {
        try pki.run("x509 -in tsa.csr -req -CA ca.pem -CAkey ca.key -CAcreateserial -extfile pki.cnf -extensions v3_signer -out plain.pem")
        // openssl refuses to sign with such a certificate, so the authority's own attributes are put over it.
        let token = try await authority().0.timestamp(digest: digest, algorithm: .sha256)
        let own = try #require(try [Certificate](pem: try pki.folder.text("tsa.pem")).first)
        let plain = try #require(try [Certificate](pem: try pki.folder.text("plain.pem")).first)
        #expect(CertificatePurpose.timestamping.problem(own) == nil)
        #expect(CertificatePurpose.timestamping.problem(plain)?.code == .usage)
        let swapped = try TimestampToken(der: try token.der.replacing(try encoded(own), by: try encoded(plain)))
        #expect(swapped.judge().integrity != .intact)
    }

    @Test func aSignatureWithATimestampStaysIntact() async throws {
        let signer = try SigningIdentity(
            pemKey: try pki.folder.text("signer.key"),
            certificate: try pki.folder.text("signer.pem"),
            chain: try pki.folder.text("ca.pem")
        )
        let content = Array("content".utf8)
        let signed = try await SignedData.sign(digest: digest, algorithm: .sha256, by: signer)
        let value = try #require(signed.signers.first).signature
        let token = try await authority().0.timestamp(digest: DigestAlgorithm.sha256.digest(of: value), algorithm: .sha256)
        let stamped = try signed.adding(signatureTimestamp: token)
        let again = try #require(stamped.signers.first)
        #expect(again.judge(.detached(contentDigest(content))).integrity == .intact)
        #expect(try again.timestamps().map(\.time) == [token.time])
        #expect(try again.timestamps().first?.imprintMatches(again.signature) == true)
        #expect(stamped.der.count <= (try SignedData.sizeLimit(by: signer, timestamp: token.der.count)))
        // A second one stands beside the first.
        #expect(try stamped.adding(signatureTimestamp: token).signers.first?.timestamps().count == 2)
        try pki.folder.write(stamped.der, "stamped")
        try pki.folder.write(content, "content")
        try pki.run("cms -verify -inform DER -in stamped -content content -binary -purpose any -CAfile root.pem -out again")
        // A timestamp of something else is not added.
        let other = try await authority().0.timestamp(digest: digest, algorithm: .sha256)
        #expect(throws: TrustError.self) { try signed.adding(signatureTimestamp: other) }
    }

    @Test func opensslFindsTheTimestampGood() async throws {
        let token = try await authority().0.timestamp(digest: digest, algorithm: .sha256)
        try pki.folder.write(token.der, "token")
        let hex = digest.map { String(format: "%02x", $0) }.joined()
        try pki.run("ts -verify -token_in -in token -digest \(hex) -CAfile root.pem -untrusted ca.pem")
    }
}
