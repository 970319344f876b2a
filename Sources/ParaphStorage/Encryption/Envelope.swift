import Crypto
import Foundation

/// Bytes sealed by AES-256-GCM (NIST SP 800-38D), with what they belong to authenticated beside them.
///
/// Layout: format (1 byte, 1) · number of the key (4 bytes, big-endian) · nonce (12) · ciphertext · tag (16).
enum Envelope {
    private static let format: UInt8 = 1
    private static let headerLength = 5
    private static let nonceLength = 12
    private static let tagLength = 16

    static func seal(_ plaintext: [UInt8], keyNumber: UInt32, key: SymmetricKey, context: [[UInt8]]) throws -> [UInt8] {
        let header = [format] + bigEndian(keyNumber)
        let box = try AES.GCM.seal(plaintext, using: key, authenticating: authenticated(header, context))
        return header + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// The number of the key that sealed the bytes; `nil` where they are no envelope.
    static func keyNumber(of sealed: [UInt8]) -> UInt32? {
        guard sealed.count >= headerLength + nonceLength + tagLength, sealed[0] == format else { return nil }
        return sealed[1..<headerLength].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// - Throws: ``StorageError`` of code `undecryptable`.
    static func open(_ sealed: [UInt8], key: SymmetricKey, context: [[UInt8]]) throws -> [UInt8] {
        guard keyNumber(of: sealed) != nil else {
            throw StorageError(.undecryptable, "the sealed bytes are cut short or of an unknown format")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed[headerLength...])
            return Array(try AES.GCM.open(box, using: key, authenticating: authenticated(Array(sealed[..<headerLength]), context)))
        } catch {
            throw StorageError(.undecryptable, "the sealed bytes were changed, or belong to another row, version or key")
        }
    }

    /// Each part behind its length, so that no two lists of parts read the same.
    private static func authenticated(_ header: [UInt8], _ context: [[UInt8]]) -> [UInt8] {
        context.reduce(into: header) { $0 += bigEndian(UInt64($1.count)) + $1 }
    }

    static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }
}
