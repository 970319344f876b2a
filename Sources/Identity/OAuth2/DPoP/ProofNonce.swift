import ParaphStorage
import ParaphWire
import ServerKit

/// What clients are told to say in proofs, so that none is made in advance (RFC 9449, section 8): a keyed hash of the time, which every node knows and
/// none keeps.
enum ProofNonce {
    private static let holder = "identity:proofs"
    /// How long one is given out, and how many before it are taken still.
    private static let (period, former): (Int64, Int64) = (120_000, 2)

    /// The one that is given out now; `nil` before the first was made.
    private static func text(_ number: Int64, keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        try keys.hash("nonce \(number)", holder: holder, in: tx).map { Base64URL($0.prefix(18)).text }
    }

    /// The one that is given out now.
    static func current(in environment: IdentityEnvironment) async throws -> String {
        let (keys, number) = (environment.keys, environment.time.now().milliseconds / period)
        if let text = try await environment.database.read({ try text(number, keys: keys, in: $0) }) { return text }
        let made = try await environment.database.write { tx in
            try keys.create(holder: holder, in: tx)
            return try text(number, keys: keys, in: tx)
        }
        guard let made else { throw StorageError(.unexpectedValue, "the key of nonces was neither there nor made") }
        return made
    }

    /// Whether a client was told to say this, a few minutes ago at most.
    static func isOurs(_ nonce: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool {
        let number = now.milliseconds / period
        return try (0...former).contains { try text(number - $0, keys: keys, in: tx) == nonce }
    }
}
