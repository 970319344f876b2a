import Crypto
import Foundation
import ParaphEncoding
import ParaphStorage

/// The Ed25519 key that checkpoints are verified by.
public struct AuditKey: Sendable {
    let publicKey: Curve25519.Signing.PublicKey

    /// The key's name in notes.
    static let name = "paraph/audit"
    static let algorithm: UInt8 = 1

    /// The first four bytes of SHA-256 of name, line feed, algorithm and key.
    ///
    /// Source: C2SP signed-note, "Signatures".
    var identifier: [UInt8] {
        Array(SHA256.hash(data: Array(Self.name.utf8) + [0x0A, Self.algorithm] + publicKey.rawRepresentation).prefix(4))
    }

    /// The key as the verifiers of signed notes take it: `name+identifier+base64`.
    public var text: String {
        "\(Self.name)+\(Hexadecimal.encode(identifier))+\(Data([Self.algorithm] + publicKey.rawRepresentation).base64EncodedString())"
    }
}

/// The private half: it lies in the database, sealed by the key of the holder `audit`, and so hangs on the root key.
struct AuditSigner {
    private static let holder = "audit"
    private let key: Curve25519.Signing.PrivateKey

    var publicKey: AuditKey { AuditKey(publicKey: key.publicKey) }

    /// The instance's signer; `nil` where none was made yet.
    ///
    /// - Throws: ``StorageError`` of code `undecryptable` or `invalidKey` where it was exchanged, or the root key is another.
    static func find(keys: KeyRing, in tx: any ReadTransaction) throws -> AuditSigner? {
        guard let row = try tx.first("SELECT sealed FROM auditKey WHERE id = 1") else { return nil }
        let bytes = try keys.open(try row.get("sealed"), holder: holder, table: "auditKey", row: "1", version: 1, in: tx)
        return AuditSigner(key: try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
    }

    static func findOrCreate(keys: KeyRing, in tx: any WriteTransaction) throws -> AuditSigner {
        if let signer = try find(keys: keys, in: tx) { return signer }
        let signer = AuditSigner(key: Curve25519.Signing.PrivateKey())
        try keys.create(holder: holder, in: tx)
        let sealed = try keys.seal(Array(signer.key.rawRepresentation), holder: holder, table: "auditKey", row: "1", version: 1, in: tx)
        try tx.execute("INSERT INTO auditKey (id, publicKey, sealed) VALUES (1, \(signer.publicKey.text), \(sealed))")
        return signer
    }

    func sign(_ text: String) throws -> [UInt8] {
        Array(try key.signature(for: Data(text.utf8)))
    }
}
