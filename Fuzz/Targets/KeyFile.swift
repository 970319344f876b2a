import Crypto
import CryptoExtras
import Foundation
import ParaphTrust
import X509

/// What is read as an identity is one: its key belongs to its certificate.
///
/// The first byte says what the others are. Nothing that is made up passes for the protection of a file whose password nobody gave; so that the fuzzer comes behind it, it is made
/// here for what it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let all = bytes(data, count)
    let input = Array(all.dropFirst())
    switch all[0] & 3 {
    case 0: check(pkcs12: input)
    case 1: check(pkcs12: protected(input))
    case 2: check(pem: String(decoding: input, as: UTF8.self))
    default:
        for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"] {
            check(pem: "-----BEGIN \(label)-----\n\(Data(input).base64EncodedString())\n-----END \(label)-----\n")
        }
    }
    return 0
}

private let rounds = 5_000

private func check(pkcs12 input: [UInt8]) {
    require((try? SigningIdentity(pkcs12: input, password: unguessed, rounds: rounds)) == nil, "a password that nobody set opens a file")
    for password in ["x", ""] {
        guard let identity = try? SigningIdentity(pkcs12: input, password: password, rounds: rounds) else { continue }
        guard let key = identity.key as? MemoryKey else { fatalError("the key of a file is not in memory") }
        require(key.publicKey == identity.certificate.publicKey, "the key is another one than the certificate's")
        require(!identity.chain.contains(identity.certificate), "the certificate leads to itself")
    }
}

private func check(pem: String) {
    guard let key = try? MemoryKey(pem: pem, password: "x", rounds: rounds) else { return }
    require((try? MemoryKey(pem: pem, password: "x", rounds: rounds).publicKey) == key.publicKey, "it reads otherwise")
}

private let unguessed = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }

/// A file of an authenticated content, whose protection (RFC 9579) is right for the password "x".
private func protected(_ content: [UInt8]) -> [UInt8] {
    let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let derived = try? KDF.Insecure.PBKDF2.deriveKey(
        from: Array("x".utf8),
        salt: salt,
        using: .sha256,
        outputByteCount: 32,
        unsafeUncheckedRounds: 1
    )
    guard let derived else { fatalError("no key is derived") }
    let code = Array(HMAC<SHA256>.authenticationCode(for: content, using: derived))
    let function = sequence(hmacWithSHA256)
    let derivation = sequence(pbkdf2 + sequence(element(4, salt) + [2, 1, 1] + [2, 1, 32] + function))
    let algorithm = sequence(pbmac1 + sequence(derivation + function))
    let info = sequence(algorithm + element(4, code))
    let safe = sequence(plainData + element(0xa0, element(4, content)))
    return sequence([2, 1, 3] + safe + sequence(info + element(4, salt) + [2, 1, 1]))
}

private let pbkdf2: [UInt8] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 12]
private let pbmac1: [UInt8] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 14]
private let hmacWithSHA256: [UInt8] = [6, 8, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 9]
private let plainData: [UInt8] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]

private func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }

private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x83, UInt8(content.count >> 16 & 255), UInt8(content.count >> 8 & 255), UInt8(content.count & 255)] + content
}
