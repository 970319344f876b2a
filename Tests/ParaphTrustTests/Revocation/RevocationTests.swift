import Foundation
import ParaphTrust
import Testing
import X509

// These need the openssl program; they are skipped where it is not installed.
@Suite(.enabled(if: OpenSSL.isThere)) struct RevocationTests {
    private let pki: TestPKI
    private let now: Date

    init() throws {
        pki = TestPKI(try TemporaryFolder())
        try pki.make()
        // Not before the certificates begin.
        now = Date()
    }

    private func certificate(_ name: String) throws -> Certificate {
        try #require(try [Certificate](pem: try pki.folder.text("\(name).pem")).first)
    }

    /// What is found out about the signer with some answers.
    private func result(_ material: RevocationMaterial, of name: String = "signer", at date: Date? = nil) async throws -> PathResult {
        let purpose: CertificatePurpose = name == "tsa" ? .timestamping : .documentSigning
        return await PathValidator(anchors: [try certificate("root")]).validate(
            try certificate(name),
            intermediates: [try certificate("ca")],
            at: date ?? now,
            revocation: material,
            purpose: purpose
        )
    }

    private func request(_ name: String = "signer") throws -> OCSPRequest {
        try OCSPRequest(certificate: try certificate(name), issuer: try certificate("ca"), nonce: [1, 2, 3, 4, 5, 6, 7, 8])
    }

    private func status(_ material: RevocationMaterial, at date: Date? = nil) async throws -> RevocationStatus {
        try #require(try await result(material, at: date).revocation.first)
    }

    @Test func withoutAnswersNothingIsKnown() async throws {
        let result = try await result(RevocationMaterial())
        #expect(result.trust == .trusted)
        #expect(!result.isRevocationKnown)
        #expect(result.revocation.count == 3)
        #expect(result.revocation.last == .notNeeded)
        #expect(result.problems.map(\.code) == [.revocationUnknown, .revocationUnknown])
    }

    @Test func aListSaysWhoWasRevokedAndWhy() async throws {
        let before = try pki.list()
        #expect(try await status(RevocationMaterial(crls: [before])) == .good)
        try pki.revoke("signer")
        let after = try pki.list()
        let revoked = try await result(RevocationMaterial(crls: [after]), at: now.addingTimeInterval(600))
        #expect(revoked.trust == .untrusted)
        guard case .revoked(let date, .keyCompromise) = revoked.revocation.first else { throw TrustError(.missing, "not revoked") }
        #expect(abs(date.timeIntervalSince(now)) < 600)
        // Before it was revoked, it was good; and one revocation counts among good answers.
        #expect(try await status(RevocationMaterial(crls: [after]), at: now.addingTimeInterval(-3600)) == .good)
        #expect(try await result(RevocationMaterial(crls: [before, after]), at: now.addingTimeInterval(600)).trust == .untrusted)
        #expect(try await result(RevocationMaterial(crls: [after, before]), at: now.addingTimeInterval(600)).trust == .untrusted)
    }

    @Test func bothLevelsAreKnownWithBothLists() async throws {
        let result = try await result(RevocationMaterial(crls: [try pki.list(), try pki.list(by: "root")]))
        #expect(result.isRevocationKnown)
        #expect(result.revocation == [.good, .good, .notNeeded])
        #expect(result.problems.isEmpty)
    }

    @Test func aRevokedAuthorityIsNotTrusted() async throws {
        try pki.revoke("ca", by: "root")
        let result = try await result(RevocationMaterial(crls: [try pki.list(by: "root")]), at: now.addingTimeInterval(600))
        #expect(result.trust == .untrusted)
    }

    @Test func anOutdatedListSaysNothing() async throws {
        let list = try pki.list(by: "ca", "-crldays 1")
        #expect(try await status(RevocationMaterial(crls: [list])) == .good)
        guard case .unknown = try await status(RevocationMaterial(crls: [list]), at: now.addingTimeInterval(3 * 86400)) else {
            throw TrustError(.missing, "taken for fresh")
        }
    }

    @Test func anAlteredListSaysNothing() async throws {
        let list = try pki.list()
        let end = list.count - 1
        for position in [end, end - 20, list.count / 2] {
            var bytes = list
            bytes[position] ^= 1
            guard case .unknown = try await status(RevocationMaterial(crls: [bytes])) else {
                throw TrustError(.missing, "byte \(position) went unnoticed")
            }
        }
    }

    @Test func aListOfAnotherIssuerSaysNothing() async throws {
        guard case .unknown = try await status(RevocationMaterial(crls: [try pki.list(by: "root")])) else {
            throw TrustError(.missing, "taken from another issuer")
        }
    }

    @Test(arguments: [
        ("issuingDistributionPoint = critical,@idp\n[idp]\nonlyCA = TRUE", false),
        ("issuingDistributionPoint = critical,@idp\n[idp]\nonlyuser = TRUE", true),
        ("issuingDistributionPoint = critical,@idp\n[idp]\nindirectCRL = TRUE", false),
        ("issuingDistributionPoint = critical,@idp\n[idp]\nonlysomereasons = keyCompromise", false),
        ("issuingDistributionPoint = critical,@idp\n[idp]\nfullname = URI:http://crl.example/list.crl", true),
        ("issuingDistributionPoint = critical,@idp\n[idp]\nfullname = URI:http://crl.example/other.crl", false),
        ("1.2.3.4 = critical,ASN1:NULL", false), ("1.2.3.4 = ASN1:NULL", true), ("2.5.29.27 = critical,ASN1:INTEGER:1", false),
    ])
    func aListSpeaksOnlyAboutItsScope(_ lines: String, _ covers: Bool) async throws {
        let text = try pki.folder.text("pki.cnf").replacingOccurrences(of: "[crl]\n", with: "[crl]\n\(lines)\n[unused]\n")
        try pki.folder.write(text, "pki.cnf")
        let status = try await status(RevocationMaterial(crls: [try pki.list()]))
        #expect((status == .good) == covers, "\(status)")
    }

    @Test func aResponderAnswers() async throws {
        let request = try request()
        let response = try OCSPResponse(der: try pki.answer(request.der))
        #expect(response.nonce == request.nonce)
        #expect(abs(response.producedAt.timeIntervalSince(now)) < 600)
        #expect(try await status(RevocationMaterial(ocspResponses: [response.der])) == .good)
        try pki.revoke("signer", reason: "superseded")
        let after = try pki.answer(request.der)
        let result = try await result(RevocationMaterial(ocspResponses: [response.der, after]), at: now.addingTimeInterval(600))
        #expect(result.trust == .untrusted)
        guard case .revoked(_, .superseded) = result.revocation.first else { throw TrustError(.missing, "not revoked") }
    }

    @Test(arguments: ["-resp_key_id", "-rmd sha384", "-resp_no_certs"])
    func respondersNameThemselvesInSeveralWays(_ options: String) async throws {
        var material = RevocationMaterial(ocspResponses: [try pki.answer(try request().der, options)])
        if options == "-resp_no_certs" { material.certificates = [try encoded(try certificate("ocsp"))] }
        #expect(try await status(material) == .good)
    }

    @Test func theIssuerMayAnswerItself() async throws {
        #expect(try await status(RevocationMaterial(ocspResponses: [try pki.answer(try request().der, signer: "ca")])) == .good)
    }

    @Test func whoIsNoResponderSaysNothing() async throws {
        for name in ["signer", "tsa", "root"] {
            let answer = try pki.answer(try request().der, signer: name)
            guard case .unknown = try await status(RevocationMaterial(ocspResponses: [answer])) else {
                throw TrustError(.missing, "\(name) was believed")
            }
        }
    }

    @Test func aResponderThatWasRevokedSaysNothing() async throws {
        try pki.request("watched", "Watched%20responder", "v3_watched", by: "ca")
        try pki.revoke("watched")
        let list = try pki.list()
        // The responder answers after it was revoked; only the list about it says so, and it is outdated for the signer a year later.
        let answer = try pki.answer(try request().der, signer: "watched", "-ndays 1000")
        let later = now.addingTimeInterval(365 * 86400)
        #expect(try await status(RevocationMaterial(ocspResponses: [answer]), at: later) == .good)
        guard case .unknown = try await status(RevocationMaterial(crls: [list], ocspResponses: [answer]), at: later) else {
            throw TrustError(.missing, "a revoked responder was believed")
        }
    }

    @Test func anAnswerAboutAnotherCertificateSaysNothing() async throws {
        let answer = try pki.answer(try request("tsa").der)
        guard case .unknown = try await status(RevocationMaterial(ocspResponses: [answer])) else {
            throw TrustError(.missing, "taken for another")
        }
    }

    @Test func anAlteredAnswerSaysNothing() async throws {
        let answer = try pki.answer(try request().der)
        for position in stride(from: 30, to: answer.count, by: 7) {
            var bytes = answer
            bytes[position] ^= 0x10
            if case .good = try await status(RevocationMaterial(ocspResponses: [bytes])) {
                // The certificates that travel with it are not signed, and the issuer's signature protects them.
                let certificate = try encoded(try certificate("ocsp"))
                let range = try #require(answer.firstRange(of: certificate))
                #expect(!(0..<range.lowerBound).contains(position) || position < 60, "byte \(position) of \(answer.count)")
            }
        }
    }

    @Test func whatCannotBeReadIsNamedAndHarmless() async throws {
        let result = try await result(
            RevocationMaterial(certificates: [[1]], crls: [[0x30, 0], []], ocspResponses: [[0x30, 3, 10, 1, 6]])
        )
        #expect(result.trust == .trusted)
        #expect(result.problems.contains { $0.detail.contains("unauthorized") })
    }

    @Test func answersAreFetchedFromWhereTheCertificatesSay() async throws {
        let transport = LocalTransport()
        transport.answers["http://ocsp.example/"] = { try pki.answer($0) }
        let chain = [try certificate("signer"), try certificate("ca")]
        let material = try await RevocationCollector().collect(chain: chain, transport: transport)
        #expect(transport.asked == ["http://ocsp.example/"])
        #expect(material.ocspResponses.count == 1 && material.crls.isEmpty && material.certificates.count == 3)
        #expect(try await status(material) == .good)
        // Lists where no responder answers.
        transport.answers["http://ocsp.example/"] = nil
        let list = try pki.list()
        transport.answers["http://crl.example/list.crl"] = { _ in list }
        #expect(try await RevocationCollector().collect(chain: chain, transport: transport).crls == [list])
        #expect(try await RevocationCollector().collect(chain: [try certificate("tsa"), chain[1]], transport: transport).crls == [list])
        // Nobody.
        transport.answers = [:]
        let error = await #expect(throws: TrustError.self) { try await RevocationCollector().collect(chain: chain, transport: transport) }
        #expect(error?.code == .refused)
    }

    @Test func whoWasRevokedIsNotCollectedFor() async throws {
        try pki.revoke("signer")
        let transport = LocalTransport()
        transport.answers["http://ocsp.example/"] = { try pki.answer($0) }
        let chain = [try certificate("signer"), try certificate("ca")]
        let later = now.addingTimeInterval(600)
        let error = await #expect(throws: TrustError.self) {
            try await RevocationCollector().collect(chain: chain, transport: transport, at: later)
        }
        #expect(error?.detail.contains("was revoked") == true)
        #expect(transport.asked.count == 1)
        // Who judges a signature gets the bad answer.
        let answers = await RevocationCollector().answers(about: chain, transport: transport, at: later)
        #expect(answers.ocspResponses.count == 1)
        #expect(try await result(answers, at: later).trust == .untrusted)
        transport.answers = [:]
        #expect(await RevocationCollector().answers(about: chain, transport: transport, at: later) == RevocationMaterial())
    }

    @Test func issuersAreFetchedFromWhereTheCertificatesSay() async throws {
        let transport = LocalTransport()
        let issuer = try certificate("ca")
        let bytes = try encoded(issuer)
        let root = try certificate("root")
        for (name, form) in [("der", bytes), ("pem", Array(try pki.folder.text("ca.pem").utf8)), ("p7c", try bundle())] {
            transport.answers["http://ca.example/ca.cer"] = { _ in form }
            let found = await RevocationCollector().issuers(of: try certificate("signer"), known: [root], transport: transport)
            #expect(found == [issuer, root], "\(name)")
        }
        transport.answers["http://ca.example/ca.cer"] = { _ in try encoded(root) }
        #expect(await RevocationCollector().issuers(of: try certificate("signer"), known: [], transport: transport).isEmpty)
    }

    private func bundle() throws -> [UInt8] {
        try pki.run("crl2pkcs7 -nocrl -certfile ca.pem -outform DER -out ca.p7c")
        return try pki.folder.bytes("ca.p7c")
    }
}
