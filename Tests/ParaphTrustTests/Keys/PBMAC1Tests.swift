import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import ParaphTrust

/// PKCS #12 files that PBMAC1 protects (RFC 9579), which openssl 3.0 does not write.
struct PBMAC1Tests {
    /// The example of RFC 9579 appendix A.1, whose password is 1234.
    private static let example: [UInt8] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "RFC9579/a1.txt")
        return (try? Data(contentsOf: file)).flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map(Array.init) ?? []
    }()

    /// The example with a protection of its own.
    private func file(_ prf: OID, _ code: OID, size: Int?, named: Int?, rounds: Int = 2) throws -> [UInt8] {
        let content = Self.example[30..<2576]
        let salt: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]
        let hashes: [OID: KDF.Insecure.PBKDF2.HashFunction] = [
            .hmacWithSHA1: .insecureSHA1, .hmacWithSHA256: .sha256, .hmacWithSHA384: .sha384, .hmacWithSHA512: .sha512,
        ]
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: Array("1234".utf8),
            salt: salt,
            using: try #require(hashes[prf]),
            outputByteCount: size ?? 32,
            unsafeUncheckedRounds: 2
        )
        let value: [UInt8] =
            switch code {
            case .hmacWithSHA384: Array(HMAC<SHA384>.authenticationCode(for: content, using: key))
            case .hmacWithSHA512: Array(HMAC<SHA512>.authenticationCode(for: content, using: key))
            default: Array(HMAC<SHA256>.authenticationCode(for: content, using: key))
            }
        let length = named.map { DER.integer($0) } ?? []
        let function = AlgorithmIdentifier.der(prf, DER.null)
        let derivation = AlgorithmIdentifier.der(.pbkdf2, DER.sequence(DER.octets(salt), DER.integer(rounds), length, function))
        let algorithm = AlgorithmIdentifier.der(.pbmac1, DER.sequence(derivation, AlgorithmIdentifier.der(code, DER.null)))
        let mac = DER.sequence(DER.sequence(algorithm, DER.octets(value)), DER.octets([0]), DER.integer(1))
        return DER.sequence(DER.integer(3), Array(Self.example[7..<2576]), mac)
    }

    @Test func theExampleOfTheStandardIsRead() throws {
        let identity = try SigningIdentity(pkcs12: Self.example, password: "1234")
        #expect(identity.key.algorithm == .rsaPKCS1(.sha256))
        let error = #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: Self.example, password: "1235") }
        #expect(error?.code == .password)
    }

    @Test(
        arguments: [OID.hmacWithSHA1, .hmacWithSHA256, .hmacWithSHA384, .hmacWithSHA512],
        [OID.hmacWithSHA256, .hmacWithSHA384, .hmacWithSHA512]
    )
    func everyFunctionIsReadWithEveryCode(_ prf: OID, _ code: OID) throws {
        for size in [20, 32, 48, 64] {
            _ = try SigningIdentity(pkcs12: try file(prf, code, size: size, named: size), password: "1234")
        }
    }

    @Test func aSizeThatIsMissingShortOrAnotherIsRefused() throws {
        // As appendix A.6 has it: the protection is right but for the size that it does not name.
        for named in [nil, 1, 16, 129] as [Int?] {
            let error = #expect(throws: TrustError.self) {
                try SigningIdentity(pkcs12: try file(.hmacWithSHA256, .hmacWithSHA256, size: named, named: named), password: "1234")
            }
            #expect(error?.code == .malformed)
        }
        let error = #expect(throws: TrustError.self) {
            try SigningIdentity(pkcs12: try file(.hmacWithSHA256, .hmacWithSHA256, size: 32, named: 33), password: "1234")
        }
        #expect(error?.code == .password)
    }

    @Test func anotherCountOfRoundsOrAnotherSaltIsRefused() throws {
        let wrong = try file(.hmacWithSHA256, .hmacWithSHA256, size: 32, named: 32, rounds: 3)
        var bytes = Self.example
        // The salt of the protection.
        bytes[2612] ^= 1
        for altered in [wrong, bytes] {
            let error = #expect(throws: TrustError.self) { try SigningIdentity(pkcs12: altered, password: "1234") }
            #expect(error?.code == .password)
        }
    }

    @Test func allKeysOfAFileTogetherTakeSoManyRoundsOnly() throws {
        // Three keys: of the protection, of the certificates and of the private key.
        _ = try SigningIdentity(pkcs12: Self.example, password: "1234", rounds: 3 * 2048)
        let error = #expect(throws: TrustError.self) {
            try SigningIdentity(pkcs12: Self.example, password: "1234", rounds: 3 * 2048 - 1)
        }
        #expect(error?.code == .tooLarge)
    }
}
