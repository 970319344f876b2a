/// A private key that signs: in memory, in a hardware module, or with a service far away.
public protocol SigningKey: Sendable {
    /// How it signs.
    var algorithm: SignatureAlgorithm { get }

    /// Signs a message.
    ///
    /// - Returns: the signature of RSA as one octet string as long as the modulus, of ECDSA the DER of r and s.
    func sign(_ message: [UInt8]) async throws -> [UInt8]
}
