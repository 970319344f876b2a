import Crypto
import Foundation

/// Encrypts a message for one browser: content encoding `aes128gcm` (RFC 8188) with keys agreed as RFC 8291 says.
///
/// One record, as push services take 4096 bytes at most. Layout of the body:
///
/// ```text
/// salt 16 | record size 4 | key length 1 | server's ephemeral key 65 | AES-128-GCM of (message, 0x02)
/// ```
struct PushMessageEncryption {
    /// The browser's key, an uncompressed point of P-256.
    let receiver: P256.KeyAgreement.PublicKey
    /// The secret that it shares with those who may send to it, 16 bytes.
    let secret: [UInt8]

    /// Reads a browser's keys; `nil` where they are none.
    init?(p256dh: [UInt8], auth: [UInt8]) {
        guard auth.count == 16, let key = try? P256.KeyAgreement.PublicKey(x963Representation: p256dh) else { return nil }
        receiver = key
        secret = auth
    }

    /// The body of a message, with a new key and a new salt.
    ///
    /// - Throws: what cryptography throws, which it does for no key that was read.
    func encrypt(_ message: [UInt8]) throws -> [UInt8] {
        try encrypt(message, by: P256.KeyAgreement.PrivateKey(), salt: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// The body of a message by a given key and salt, each of which belongs to one message alone.
    func encrypt(_ message: [UInt8], by sender: P256.KeyAgreement.PrivateKey, salt: [UInt8]) throws -> [UInt8] {
        let senderKey = Array(sender.publicKey.x963Representation)
        let shared = try sender.sharedSecretFromKeyAgreement(with: receiver)
        let about = Array("WebPush: info".utf8) + [0] + receiver.x963Representation + senderKey
        let input = shared.hkdfDerivedSymmetricKey(using: SHA256.self, salt: secret, sharedInfo: about, outputByteCount: 32)
        func derived(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: salt, info: Array(label.utf8) + [0], outputByteCount: count)
        }
        let key = derived("Content-Encoding: aes128gcm", 16)
        let nonce = derived("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
        // 2 marks the last record.
        let box = try AES.GCM.seal(message + [2], using: key, nonce: AES.GCM.Nonce(data: nonce))
        return salt + Self.recordSize + [UInt8(senderKey.count)] + senderKey + box.ciphertext + box.tag
    }

    /// 4096, in network order.
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]
}
