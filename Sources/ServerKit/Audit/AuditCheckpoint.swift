import Crypto
import Foundation
import ParaphEncoding
public import ParaphWire

/// A signed statement of how far the ledger went: the place and hash of its last entry at a time.
///
/// Its form is a signed note (C2SP signed-note) whose text is four lines: `paraph/audit`, the place, the hash in base64, the time. An
/// operator who keeps one elsewhere can show later that entries up to it are as they were.
public struct AuditCheckpoint: Hashable, Sendable {
    /// The place of the last entry.
    public let sequence: Int
    /// Its hash, in lower-case hexadecimal.
    public let hash: String
    /// When the checkpoint was made.
    public let at: Timestamp
    /// The note.
    public let note: String

    /// The longest note that is read, in bytes.
    static let limit = 1024

    init(sequence: Int, hash: String, at: Timestamp, signer: AuditSigner) throws {
        self.sequence = sequence
        self.hash = hash
        self.at = at
        let text = Self.text(sequence: sequence, digest: try Self.bytes(hash), at: at)
        let signature = Data(signer.publicKey.identifier + (try signer.sign(text))).base64EncodedString()
        note = "\(text)\n\u{2014} \(AuditKey.name) \(signature)\n"
    }

    /// Reads a note, and verifies it.
    ///
    /// - Parameters:
    ///   - note: The note, exactly as it was written.
    ///   - key: The key that it must be signed by.
    /// - Throws: ``AuditError`` of code `malformed` or `badSignature`.
    public init(note: String, key: AuditKey) throws {
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
        guard note.utf8.count <= Self.limit, lines.count == 7, lines[0] == AuditKey.name, lines[4].isEmpty, lines[6].isEmpty,
            let sequence = Int(lines[1]), sequence >= 0, let digest = Data(base64Encoded: String(lines[2])),
            digest.count == SHA256.byteCount, let at = Timestamp(String(lines[3])),
            lines[5].hasPrefix("\u{2014} \(AuditKey.name) "), let tail = lines[5].split(separator: " ").last,
            let signature = Data(base64Encoded: String(tail)), signature.count == 4 + 64
        else { throw AuditError(.malformed, "a checkpoint is not a note that this program writes") }
        let text = Self.text(sequence: sequence, digest: Array(digest), at: at)
        guard Array(signature.prefix(4)) == key.identifier, note.hasPrefix(text + "\n"),
            key.publicKey.isValidSignature(signature.dropFirst(4), for: Data(text.utf8))
        else { throw AuditError(.badSignature, "a checkpoint was not signed by this instance's audit key, or was changed") }
        self.sequence = sequence
        self.hash = Hexadecimal.encode(digest)
        self.at = at
        self.note = note
    }

    private static func text(sequence: Int, digest: [UInt8], at: Timestamp) -> String {
        "\(AuditKey.name)\n\(sequence)\n\(Data(digest).base64EncodedString())\n\(at.text)\n"
    }

    private static func bytes(_ hexadecimal: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.decode(hexadecimal), bytes.count == SHA256.byteCount else {
            throw AuditError(.malformed, "the hash at the ledger's end is not one")
        }
        return bytes
    }
}

/// Why a checkpoint is worth nothing; equal by code.
public struct AuditError: Error, Equatable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Code: String, Sendable {
        case malformed, badSignature
    }

    public var code: Code
    /// What, where and what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code): \(message)" }

    public static func == (lhs: AuditError, rhs: AuditError) -> Bool { lhs.code == rhs.code }
}
