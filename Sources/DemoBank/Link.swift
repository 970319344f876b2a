import Crypto
import Foundation

/// A customer's way to the signature server and back, by which they let the bank ask them; what only the bank and the server know of it.
struct Link: Hashable, Sendable {
    /// Where the browser comes back to.
    let back: String
    let state = Self.secret()
    let nonce = Self.secret()
    let verifier = Self.secret()

    /// What the server is shown of the verifier (RFC 7636, section 4.2).
    var challenge: String { Self.text(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    /// 256 random bits.
    static func secret() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { text(Data($0)) } }

    private static func text(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
