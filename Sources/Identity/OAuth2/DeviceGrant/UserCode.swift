import ParaphStorage
import ParaphWire

/// What a device shows and a person types elsewhere (RFC 8628, section 6.1): eight letters, none of which makes words or looks like another.
struct UserCode: Hashable, Sendable {
    let letters: String

    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
    private static let length = 8

    /// Makes one, each as likely as any other.
    static func random() -> UserCode {
        var generator = SystemRandomNumberGenerator()
        return UserCode(letters: String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) }))
    }

    private init(letters: String) { self.letters = letters }

    /// Reads what a person typed, in capitals or not, with hyphens and spaces or without; `nil` for what is no code.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let letters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.letters = letters
    }

    /// As it is shown.
    var text: String { "\(letters.prefix(4))-\(letters.suffix(4))" }

    /// As it is kept: so few could be guessed from a plain hash.
    func hash(keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        try keys.hash("user code \(letters)", holder: OneTimeCode.holder, in: tx)
    }
}
