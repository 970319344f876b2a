import ParaphStorage

/// A code on paper that stands in for a device or a signature: 100 random bits as five groups of four characters.
///
/// The alphabet is Crockford's: no I, L, O or U; what is typed is read without regard to case, hyphens and spaces, I and L as 1, O as 0.
struct RecoveryCode: Hashable, Sendable {
    private let characters: String

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let length = 20

    /// How many a person gets.
    static let count = 10

    /// Makes a code.
    static func random() -> RecoveryCode {
        var generator = SystemRandomNumberGenerator()
        return RecoveryCode(characters: String((0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt8(32)))] }))
    }

    private init(characters: String) {
        self.characters = characters
    }

    /// Reads a code as people type it; `nil` where it can be none.
    init?(typed: String) {
        guard typed.utf8.count <= 100 else { return nil }
        var read = ""
        for character in typed.uppercased() where character != "-" && character != " " {
            let plain: Character =
                switch character {
                case "I", "L": "1"
                case "O": "0"
                default: character
                }
            guard Self.alphabet.contains(plain) else { return nil }
            read.append(plain)
        }
        guard read.count == Self.length else { return nil }
        characters = read
    }

    /// The code as it is shown: `ABCD-EFGH-JKMN-PQRS-TVWX`.
    var text: String {
        stride(from: 0, to: Self.length, by: 4).map { String(characters.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// What is kept of it; bound to the person, so that equal codes of two people do not look equal.
    func hash(for personID: String) -> SecretHash {
        SecretHash(of: "\(personID):\(characters)")
    }
}
