import Crypto
import Foundation

/// Who has an account at the bank, all of it made up.
struct Customer: Sendable {
    let email: String
    let name: String
    let password: PasswordDigest
    /// In cents.
    var balance = 250_000
    /// The newest first.
    var transfers: [Transfer] = []
    /// The signature server's name for the customer, once they signed: it stays the same.
    var subject: String?
}

/// Money that left.
struct Transfer: Hashable, Sendable {
    let payee: String
    /// In cents.
    let amount: Int
    let at: Date
}

/// A password as the bank keeps it for as long as it runs: a demonstration stores nothing.
struct PasswordDigest: Hashable, Sendable {
    private let salt: [UInt8]
    private let digest: [UInt8]

    init(_ password: String) {
        let salt = Array(SymmetricKey(size: .bits256).withUnsafeBytes(Array.init))
        (self.salt, digest) = (salt, Self.digest(password, salt))
    }

    /// Whether a password is the one.
    func fits(_ password: String) -> Bool { Self.digest(password, salt) == digest }

    private static func digest(_ password: String, _ salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(password.utf8), using: SymmetricKey(data: salt)))
    }
}
