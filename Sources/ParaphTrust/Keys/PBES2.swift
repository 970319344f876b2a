import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encryption by a password (RFC 8018 §6.2): PBKDF2 and AES-CBC.
enum PBES2 {
    /// More rounds than any tool writes, and still seconds.
    static let roundLimit = 10_000_000

    /// Opens an EncryptedPrivateKeyInfo (RFC 5958 §3).
    static func open(_ der: ArraySlice<UInt8>, password: [UInt8]) throws(TrustError) -> [UInt8] {
        let what = "the encrypted key"
        var reader = try Element(der, what).reader(what)
        let algorithm = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let content = try reader.next(Tag.octetString).content
        return try decrypt(content, by: algorithm, password: password, what)
    }

    /// Decrypts some bytes.
    ///
    /// - Throws: `password` where the password does not open them; `unsupported` for older schemes, which it names.
    static func decrypt(
        _ content: ArraySlice<UInt8>,
        by algorithm: AlgorithmIdentifier,
        password: [UInt8],
        _ what: String
    ) throws(TrustError) -> [UInt8] {
        guard algorithm.oid == .pbes2, let parameters = algorithm.parameters else {
            throw TrustError(
                .unsupported,
                "\(algorithm.oid.name) protects \(what), which is not read; write the file anew with AES, as OpenSSL 3 does by default."
            )
        }
        var reader = try parameters.reader(what)
        let derivation = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let cipher = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let sizes: [OID: Int] = [.aes128CBC: 16, .aes192CBC: 24, .aes256CBC: 32]
        guard let size = sizes[cipher.oid], let vector = cipher.parameters?.content else {
            throw TrustError(.unsupported, "\(cipher.oid.name) encrypts \(what); only AES-CBC is read.")
        }
        let key = try derive(derivation, password: password, size: size, what)
        do {
            let opened = try AES._CBC.decrypt(content, using: key, iv: try AES._CBC.IV(ivBytes: vector))
            return Array(opened)
        } catch {
            throw TrustError(.password, "The password does not open \(what).", cause: error)
        }
    }

    /// Derives a key by PBKDF2 (RFC 8018 §5.2).
    static func derive(_ algorithm: AlgorithmIdentifier, password: [UInt8], size: Int, _ what: String) throws(TrustError) -> SymmetricKey {
        guard algorithm.oid == .pbkdf2, let parameters = algorithm.parameters else {
            throw TrustError(.unsupported, "The key of \(what) is derived by \(algorithm.oid.name); only PBKDF2 is read.")
        }
        var reader = try parameters.reader(what)
        let salt = try reader.next(Tag.octetString).content
        let rounds = try Number(try reader.next(Tag.integer), what).value
        _ = try reader.optional(Tag.integer)
        let function = try reader.optional(Tag.sequence)
        let oid: OID = if let function { try AlgorithmIdentifier(function, what).oid } else { .hmacWithSHA1 }
        let hashes: [OID: KDF.Insecure.PBKDF2.HashFunction] = [
            .hmacWithSHA1: .insecureSHA1, .hmacWithSHA256: .sha256, .hmacWithSHA384: .sha384, .hmacWithSHA512: .sha512,
        ]
        guard let hash = hashes[oid] else { throw TrustError(.unsupported, "The key of \(what) is derived by \(oid.name).") }
        guard rounds >= 1, rounds <= roundLimit else {
            throw TrustError(.tooLarge, "The key of \(what) is derived in \(rounds) rounds; 1 to \(roundLimit) are read.")
        }
        do {
            return try KDF.Insecure.PBKDF2.deriveKey(
                from: password,
                salt: salt,
                using: hash,
                outputByteCount: size,
                unsafeUncheckedRounds: rounds
            )
        } catch {
            throw TrustError(.malformed, "No key can be derived for \(what).", cause: error)
        }
    }
}
