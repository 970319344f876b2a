import ParaphStorage

/// Six digits that travel by mail or from one screen to another.
///
/// So few could be guessed from a hash, so they are sealed by a key of the server's own; the database alone tells nothing.
struct OneTimeCode: Hashable, Sendable {
    let digits: String

    static let holder = "identity:codes"

    /// Makes a code.
    static func random() -> OneTimeCode {
        var generator = SystemRandomNumberGenerator()
        return OneTimeCode(digits: String((0..<6).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) }))
    }

    /// The code as a row keeps it.
    func sealed(table: String, row: String, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        try keys.create(holder: Self.holder, in: tx)
        return try keys.seal(Array(digits.utf8), holder: Self.holder, table: table, row: row, version: 1, in: tx)
    }

    /// Whether what was typed is the code that a row keeps; the time taken tells nothing of where they differ.
    static func matches(_ typed: String, sealed: [UInt8], table: String, row: String, keys: KeyRing, in tx: any ReadTransaction) throws
        -> Bool
    {
        let digits = try keys.open(sealed, holder: holder, table: table, row: row, version: 1, in: tx)
        return SecretHash(of: typed) == SecretHash(of: String(decoding: digits, as: UTF8.self))
    }
}
