import Crypto
import Foundation

/// Keyed hashes, by which rows are found whose text is sealed.
///
/// A hash tells nothing to who lacks the key ring; who has it can try whether a text is the one. So an index of such hashes is to go with what
/// it finds, and belongs in no backup.
extension KeyRing {
    /// The keyed hash of a text for one purpose: HMAC-SHA-256 (RFC 2104) by a key that HKDF (RFC 5869) derives from a holder's.
    ///
    /// Exchanging the root key changes no hash.
    /// - Parameters:
    ///   - text: What is looked up, in the one form in which it is compared.
    ///   - holder: The purpose; each has a key of its own, made by ``create(holder:in:)``.
    ///   - tx: Where the key is looked up.
    /// - Returns: 32 bytes; `nil` where the holder has no key, so that nothing was ever hashed for this purpose.
    /// - Throws: ``StorageError`` of code `invalidKey` where another root key wrapped it.
    public func hash(_ text: String, holder: String, in tx: any ReadTransaction) throws -> [UInt8]? {
        guard let row = try tx.first("SELECT * FROM holderKey WHERE holder = \(holder) AND number = 1") else { return nil }
        let key = SymmetricKey(data: try unwrapBytes(row, holder: holder).1)
        let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("paraph keyed hash".utf8), outputByteCount: RootKey.length)
        return Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: derived))
    }
}
