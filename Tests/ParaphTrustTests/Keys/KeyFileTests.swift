import Foundation
import ParaphTrust
import Testing
import X509

private let begin = "req -x509 -newkey"
private let rsa = "rsa:2048 -keyout key.pem -out cert.pem -days 3650 -nodes -subj /CN=Ada"
private let ec = "ec -pkeyopt ec_paramgen_curve:P-256 -keyout key.pem -out cert.pem -days 3650 -nodes -subj /CN=Ada"

/// A folder with a key and its certificate made by openssl.
private func keyFolder(_ kind: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try OpenSSL.must("\(begin) \(kind)", in: folder.url)
    return folder
}

/// Whether an identity signs, and the signature is good.
private func signs(_ identity: SigningIdentity) async throws -> Bool {
    let content = Array("content".utf8)
    let digest = identity.digestAlgorithm.digest(of: content)
    let signed = try await SignedData.sign(digest: digest, algorithm: identity.digestAlgorithm, by: identity)
    return signed.signers[0].judge(.detached(contentDigest(content, identity.digestAlgorithm))).integrity == .intact
}

// These need the openssl program; they are skipped where it is not installed.
@Suite(.enabled(if: OpenSSL.isThere)) struct KeyFileTests {
    @Test(arguments: [
        (rsa, "pkey -in key.pem -out out.pem"), (rsa, "rsa -in key.pem -traditional -out out.pem"),
        (rsa, "pkcs8 -topk8 -in key.pem -passout pass:geheim -out out.pem"),
        (rsa, "pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA512 -in key.pem -passout pass:geheim -out out.pem"),
        (ec, "pkey -in key.pem -out out.pem"), (ec, "ec -in key.pem -out out.pem"),
        (ec, "pkcs8 -topk8 -v2 aes-192-cbc -v2prf hmacWithSHA1 -in key.pem -passout pass:geheim -out out.pem"),
    ])
    func aKeyWrittenByOpenSSLSigns(_ kind: String, _ conversion: String) async throws {
        let folder = try keyFolder(kind)
        try OpenSSL.must(conversion, in: folder.url)
        for pss in [false, true] {
            let identity = try SigningIdentity(
                pemKey: try folder.text("out.pem"),
                certificate: try folder.text("cert.pem"),
                password: "geheim",
                pss: pss
            )
            #expect(try await signs(identity))
        }
    }

    @Test(
        arguments: [
            "pkcs12 -export", "pkcs12 -export -macalg SHA1 -keypbe AES-128-CBC -certpbe AES-192-CBC", "pkcs12 -export -certpbe NONE",
            "pkcs12 -export -macalg SHA512 -iter 1000",
        ],
        ["geheim", "пароль", ""]
    )
    func aPKCS12FileWrittenByOpenSSLSigns(_ command: String, _ password: String) async throws {
        let folder = try keyFolder(ec)
        try OpenSSL.must("\(command) -inkey key.pem -in cert.pem -out out.p12 -passout pass:\(password)", in: folder.url)
        let bytes = try folder.bytes("out.p12")
        #expect(try await signs(try SigningIdentity(pkcs12: bytes, password: password)))
        #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: bytes, password: password + "?") }
    }

    @Test func anAlteredPKCS12FileIsRefused() throws {
        let folder = try keyFolder(ec)
        try OpenSSL.must("pkcs12 -export -inkey key.pem -in cert.pem -out out.p12 -passout pass:x", in: folder.url)
        var bytes = try folder.bytes("out.p12")
        bytes[bytes.count / 2] ^= 1
        #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: bytes, password: "x") }
    }

    @Test func anAlteredPKCS12FileThatNothingHidesIsRefused() throws {
        let folder = try keyFolder(ec)
        try OpenSSL.must(
            "pkcs12 -export -keypbe NONE -certpbe NONE -inkey key.pem -in cert.pem -out out.p12 -passout pass:x",
            in: folder.url
        )
        var bytes = try folder.bytes("out.p12")
        #expect(try SigningIdentity(pkcs12: bytes, password: "x").certificate.subjectName == "Ada")
        // A letter of the name in the certificate.
        let name = try #require(bytes.firstRange(of: Array("Ada".utf8)))
        bytes[name.lowerBound] = 0x42
        let error = #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: bytes, password: "x") }
        #expect(error?.code == .password)
    }

    @Test func anOldSchemeIsNamed() throws {
        let folder = try keyFolder(ec)
        try OpenSSL.must(
            "pkcs12 -export -legacy -inkey key.pem -in cert.pem -out out.p12 -passout pass:x",
            in: folder.url
        )
        let error = #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: try folder.bytes("out.p12"), password: "x") }
        #expect(error?.code == .unsupported)
        #expect(error?.detail.contains("RC2") == true)
    }

    @Test func aWrongPasswordIsSaidToBeWrong() throws {
        let folder = try keyFolder(ec)
        try OpenSSL.must("pkcs8 -topk8 -in key.pem -passout pass:geheim -out out.pem", in: folder.url)
        for password in ["falsch", nil] {
            let error = #expect(throws: TrustError.self) { try MemoryKey(pem: try folder.text("out.pem"), password: password) }
            #expect(error?.code == .password)
        }
    }

    @Test func anOldEncryptedKeyIsNamed() throws {
        let folder = try keyFolder(rsa)
        try OpenSSL.must("rsa -in key.pem -aes128 -traditional -passout pass:x -out out.pem", in: folder.url)
        let error = #expect(throws: TrustError.self) { try MemoryKey(pem: try folder.text("out.pem"), password: "x") }
        #expect(error?.code == .unsupported)
    }

    @Test(arguments: [
        "genpkey -algorithm ed25519 -out k.pem", "genrsa -out k.pem 1024", "ecparam -name secp521r1 -genkey -noout -out k.pem",
    ])
    func aKeyThatDoesNotSignIsNamed(_ command: String) throws {
        let folder = try TemporaryFolder()
        try OpenSSL.must(command, in: folder.url)
        let error = #expect(throws: TrustError.self) { try MemoryKey(pem: try folder.text("k.pem")) }
        #expect(error?.code == .unsupported)
    }

    @Test func anotherKeysCertificateIsRefused() throws {
        let (one, other) = (try keyFolder(ec), try keyFolder(ec))
        let error = #expect(throws: TrustError.self) {
            try SigningIdentity(pemKey: try one.text("key.pem"), certificate: try other.text("cert.pem"))
        }
        #expect(error?.code == .mismatch)
    }

    @Test func aChainIsReadInTheOrderOfIssuers() throws {
        let folder = try TemporaryFolder()
        try TestPKI(folder).make()
        try folder.write(try folder.text("root.pem") + (try folder.text("ca.pem")), "chain.pem")
        try OpenSSL.must(
            "pkcs12 -export -inkey signer.key -in signer.pem -certfile chain.pem -out out.p12 -passout pass:x",
            in: folder.url
        )
        let identity = try SigningIdentity(pkcs12: try folder.bytes("out.p12"), password: "x")
        #expect(identity.certificate.subjectName == "Signer")
        #expect(identity.chain.map(\.subjectName) == ["Issuing CA", "Root"])
    }
}

/// A key that gives signatures of another key, as a service far away might.
private struct StrangeKey: SigningKey {
    let own: MemoryKey
    var algorithm: SignatureAlgorithm { own.algorithm }
    func sign(_ message: [UInt8]) async throws -> [UInt8] { try await own.sign(message + [0]) }
}

@Test func whatARemoteKeyGivesIsChecked() async throws {
    let signer = try TestAuthority().signer(.p256)
    let key = try #require(signer.key as? MemoryKey)
    let identity = try SigningIdentity(certificate: signer.certificate, key: StrangeKey(own: key))
    await #expect(throws: TrustError.self) { try await signs(identity) }
}
