import ParaphStorage

/// Six digits that travel by mail or from one screen to another.
///
/// So few could be guessed from a hash, so they are sealed by a key of the server's own; whoever has the database alone learns nothing.
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
        return isSame(typed, digits)
    }
}

// MARK: - Registrations

/// A registration may be mailed several codes: each is sealed by a key of its own, so that none but the last opens.
extension OneTimeCode {
    /// The code as the row of a registration keeps it; the one before is shredded.
    func sealed(forRegistration id: String, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        let (object, holder) = (Self.object(ofRegistration: id), Self.holder)
        try keys.create(holder: holder, in: tx)
        try keys.renew(object: object, holders: [holder], in: tx)
        return try keys.seal(Array(digits.utf8), object: object, holder: holder, table: "registration", row: id, version: 1, in: tx)
    }

    /// Whether what was typed is the code that a registration's row keeps; the time taken tells nothing of where they differ.
    static func matches(_ typed: String, sealed: [UInt8], registration id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool
    {
        let object = object(ofRegistration: id)
        let digits = try keys.open(sealed, object: object, holder: holder, table: "registration", row: id, version: 1, in: tx)
        return isSame(typed, digits)
    }

    /// Shreds the code of a registration.
    static func shred(ofRegistration id: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try keys.destroy(object: object(ofRegistration: id), in: tx)
    }

    /// The key ring's name for the code of a registration.
    static func object(ofRegistration id: String) -> String { "code/\(id)" }

    private static func isSame(_ typed: String, _ digits: [UInt8]) -> Bool {
        SecretHash(of: typed) == SecretHash(of: String(decoding: digits, as: UTF8.self))
    }
}
