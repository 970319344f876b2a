import Crypto
import ParaphWire
import ServerKit

extension DeviceKey {
    /// Throws unless the key is a P-256 key, its sender holds the private one, and the names can be shown.
    ///
    /// - Parameters:
    ///   - subject: The id of the registration, or the normalised identifier of the account, that the proof is bound to.
    ///   - field: The name of the request's part that holds the key, for the error.
    /// - Throws: a ``Problem`` that names the part.
    func check(subject: String, field: String = "device") throws {
        guard publicKey.bytes.count == 65, publicKey.bytes.first == 4,
            let key = try? P256.Signing.PublicKey(x963Representation: publicKey.bytes)
        else {
            throw Problem.invalid("\(field).publicKey", .malformed, "is not an uncompressed P-256 key of 65 bytes (SEC 1, section 2.3.3)")
        }
        guard proof.bytes.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof.bytes),
            key.isValidSignature(signature, for: Self.proofMessage(subject: subject, publicKey: publicKey.bytes))
        else {
            throw Problem.invalid("\(field).proof", .wrong, "does not show that you hold the private key; sign with the key that you send")
        }
        try TextRules.check(name, name: "\(field).name", length: 1...100)
        try model.map { try TextRules.check($0, name: "\(field).model", length: 0...100) }
        try osVersion.map { try TextRules.check($0, name: "\(field).osVersion", length: 0...100) }
    }

    /// What the proof is a signature of.
    static func proofMessage(subject: String, publicKey: [UInt8]) -> [UInt8] {
        Array("paraph-device-v1".utf8) + [0] + Array(subject.utf8) + [0] + publicKey
    }
}
