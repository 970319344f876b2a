import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encryption by a password (RFC 8018 §6.2): PBKDF2 and AES-CBC.
enum PBES2 {
    /// The sizes that a key for a MAC may have, in bytes: a shorter one could be guessed, and the file be altered without its password.
    private static let namedSizes = 20...128

    /// Opens an EncryptedPrivateKeyInfo (RFC 5958 §3).
    static func open(_ der: ArraySlice<UInt8>, password: [UInt8], _ budget: inout DerivationBudget) throws(TrustError) -> [UInt8] {
        let what = "the encrypted key"
        var reader = try Element(der, what).reader(what)
        let algorithm = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let content = try reader.next(Tag.octetString).content
        let opened = try decrypt(content, by: algorithm, password: password, &budget, what)
        // One wrong password in 256 leaves what looks as if it had been filled up rightly.
        guard (try? Element(opened[...], what))?.tag == Tag.sequence else {
            throw TrustError(.password, "The password does not open \(what).")
        }
        return opened
    }

    /// Decrypts some bytes.
    ///
    /// - Throws: `password` where the password does not open them; `unsupported` for older schemes, which it names.
    static func decrypt(
        _ content: ArraySlice<UInt8>,
        by algorithm: AlgorithmIdentifier,
        password: [UInt8],
        _ budget: inout DerivationBudget,
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
        let key = try derive(derivation, password: password, size: size, &budget, what)
        do {
            let opened = try AES._CBC.decrypt(content, using: key, iv: try AES._CBC.IV(ivBytes: vector))
            return Array(opened)
        } catch {
            throw TrustError(.password, "The password does not open \(what).", cause: error)
        }
    }

    /// Derives a key by PBKDF2 (RFC 8018 §5.2).
    ///
    /// - Parameters:
    ///   - algorithm: the function with its parameters.
    ///   - password: as bytes.
    ///   - size: the bytes that are needed; nil where the parameters must say it, as for a MAC (RFC 9579 §4).
    ///   - budget: pays for the rounds.
    ///   - what: what the key is of.
    /// - Returns: the key.
    /// - Throws: `malformed`, `unsupported`, `tooLarge`.
    static func derive(
        _ algorithm: AlgorithmIdentifier,
        password: [UInt8],
        size: Int?,
        _ budget: inout DerivationBudget,
        _ what: String
    ) throws(TrustError) -> SymmetricKey {
        guard algorithm.oid == .pbkdf2, let parameters = algorithm.parameters else {
            throw TrustError(.unsupported, "The key of \(what) is derived by \(algorithm.oid.name); only PBKDF2 is read.")
        }
        var reader = try parameters.reader(what)
        let salt = try reader.next(Tag.octetString).content
        let rounds = try Number(try reader.next(Tag.integer), what).value
        let named: Int? = if let element = try reader.optional(Tag.integer) { try Number(element, what).value } else { nil }
        guard let count = size ?? named, count == named ?? count, size != nil || namedSizes.contains(count) else {
            let said = named.map(String.init) ?? "no number of"
            throw TrustError(.malformed, "The key of \(what) is said to have \(said) bytes, which is not right.")
        }
        let function = try reader.optional(Tag.sequence)
        let oid: OID = if let function { try AlgorithmIdentifier(function, what).oid } else { .hmacWithSHA1 }
        let hashes: [OID: KDF.Insecure.PBKDF2.HashFunction] = [
            .hmacWithSHA1: .insecureSHA1, .hmacWithSHA256: .sha256, .hmacWithSHA384: .sha384, .hmacWithSHA512: .sha512,
        ]
        guard let hash = hashes[oid] else { throw TrustError(.unsupported, "The key of \(what) is derived by \(oid.name).") }
        try budget.spend(rounds, what)
        do {
            return try KDF.Insecure.PBKDF2.deriveKey(
                from: password,
                salt: salt,
                using: hash,
                outputByteCount: count,
                unsafeUncheckedRounds: rounds
            )
        } catch {
            throw TrustError(.malformed, "No key can be derived for \(what).", cause: error)
        }
    }
}
