import Crypto
import Foundation

/// Who has an account at the bank, all of it made up.
struct Customer: Sendable {
    let email: String
    let name: String
    let password: PasswordDigest
    /// Eight digits in two groups.
    let account = "\(Int.random(in: 1000...9999)) \(Int.random(in: 1000...9999))"
    /// In cents.
    var balance = 250_000
    /// The newest first.
    var movements = Movement.made(before: Date())
    /// The signature server's name for the customer, once they signed: it stays the same.
    var subject: String?
}

/// Money that came or left.
struct Movement: Hashable, Sendable {
    enum Occasion: Hashable, Sendable {
        /// One of the bank's words: what an account begins with.
        case made(String)
        case transfer(to: String)
    }

    let occasion: Occasion
    /// In cents; below zero where it left.
    let amount: Int
    let at: Date

    /// What an account looks like that its customer lives with.
    static func made(before now: Date) -> [Movement] {
        let made = [("groceries", -5_830, 1), ("rent", -64_000, 9), ("salary", 185_000, 12)]
        return made.map { Movement(occasion: .made($0.0), amount: $0.1, at: now.addingTimeInterval(Double($0.2) * -86_400)) }
    }
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
