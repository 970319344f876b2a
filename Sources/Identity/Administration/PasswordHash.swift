import CArgon2
import ParaphStorage
import ParaphWire
import ServerKit

/// A password as Argon2id (RFC 9106) keeps it, in PHC form: 19 MiB of memory, two passes, one lane, a salt of 16 bytes.
///
/// A password opens only the dialects that cannot do without one; it never replaces a signature or a device.
struct PasswordHash: Hashable, Sendable {
    let text: String

    /// The lengths that a password may have, in bytes of UTF-8.
    static let length = 8...1024

    /// Hashes a password; takes tens of milliseconds and 19 MiB, so it belongs on a bench of its own.
    ///
    /// - Throws: a `malformed` ``Problem`` for a password that is too short or too long.
    init(of password: String) throws {
        let bytes = Array(password.utf8)
        guard Self.length.contains(bytes.count) else {
            throw Problem.invalid("password", "length", "must have \(Self.length.lowerBound) to \(Self.length.upperBound) bytes")
        }
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let capacity = argon2_encodedlen(2, 19_456, 1, 16, 32, Argon2_id)
        var encoded = [CChar](repeating: 0, count: capacity)
        let result = argon2id_hash_encoded(2, 19_456, 1, bytes, bytes.count, salt, salt.count, 32, &encoded, capacity)
        guard result == ARGON2_OK.rawValue else { throw Problem.unavailable() }
        text = String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    init(stored: String) {
        text = stored
    }

    /// Whether this is the hash of a password; takes as long as hashing it.
    func matches(_ password: String) -> Bool {
        let bytes = Array(password.utf8)
        guard bytes.count <= Self.length.upperBound else { return false }
        return argon2id_verify(text, bytes, bytes.count) == ARGON2_OK.rawValue
    }
}
