import CArgon2
import ParaphWire
import ServerKit

/// Passwords, which open the dialects that need one and nothing else; kept as Argon2id (RFC 9106) in PHC form.
enum Password {
    /// The memory of one hash in KiB; the second recommended option of RFC 9106, section 4.
    private static let memory: UInt32 = 64 * 1024
    private static let passes: UInt32 = 3
    private static let lanes: UInt32 = 4
    private static let hashLength = 32
    private static let saltLength = 16

    /// Throws unless a password is long enough (NIST SP 800-63B-4, section 3.1.1.2: eight where it is not the only factor) and not longer than anybody types.
    static func check(_ password: String) throws {
        guard (8...256).contains(password.count), password.utf8.count <= 1024 else {
            throw Problem.invalid("password", .length, "must have 8 to 256 characters")
        }
    }

    /// Hashes a password; heavy on memory, so it belongs to the password limiter.
    static func hash(_ password: String) throws -> String {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let secret = Array(password.utf8)
        var encoded = [CChar](repeating: 0, count: 256)
        let status = argon2id_hash_encoded(
            passes,
            memory,
            lanes,
            secret,
            secret.count,
            salt,
            salt.count,
            hashLength,
            &encoded,
            encoded.count
        )
        guard status == 0 else { throw Problem.unavailable() }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether a password is the one that was hashed; as heavy as ``hash(_:)``.
    static func matches(_ password: String, hash: String) -> Bool {
        let secret = Array(password.utf8)
        return secret.count <= 1024 && argon2id_verify(hash, secret, secret.count) == 0
    }
}
