import Crypto
import Foundation

/// A random secret that its bearer keeps, such as a token or an API key; the database keeps its ``SecretHash`` only.
public struct Secret: Sendable, CustomStringConvertible {
    /// What the bearer shows: 256 random bits as 43 characters of base64url (RFC 4648, section 5).
    public let text: String

    /// Makes a secret.
    public static func random() -> Secret {
        let base64 = Data(Identifier.randomBytes(32)).base64EncodedString()
        return Secret(text: base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    }

    /// What the database keeps.
    public var hash: SecretHash {
        SecretHash(of: text)
    }

    public var description: String { "Secret(hidden)" }
}

/// The SHA-256 of a random secret, as the database keeps it.
///
/// Right for secrets of 128 random bits and more; passwords need a slow hash instead.
public struct SecretHash: Sendable, Hashable, DatabaseConvertible {
    private let bytes: [UInt8]

    /// Hashes what a bearer showed.
    public init(of text: String) {
        bytes = Array(SHA256.hash(data: Array(text.utf8)))
    }

    public static var databaseKind: DatabaseValue.Kind { .blob }
    public var databaseValue: DatabaseValue { .blob(bytes) }
    public init?(databaseValue: DatabaseValue) {
        guard case .blob(let bytes) = databaseValue, bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Compares in a time that tells nothing of where the two differ.
    public static func == (lhs: SecretHash, rhs: SecretHash) -> Bool {
        lhs.bytes.count == rhs.bytes.count && zip(lhs.bytes, rhs.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
