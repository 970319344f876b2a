import Foundation
import ParaphStorage

/// A code on paper that stands in for a device or a signature: 100 random bits as five groups of four characters.
///
/// The alphabet is Crockford's: no I, L, O or U; what is typed is read without regard to case, dashes, quotes, spaces and what does not show, I and
/// L as 1, O as 0, and Cyrillic and Greek letters as the Latin ones that they look like.
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
        for scalar in typed.precomposedStringWithCompatibilityMapping.uppercased().unicodeScalars where !Self.isBetween(scalar) {
            let character = Character(scalar)
            let plain = Self.lookAlikes[character] ?? character
            guard Self.alphabet.contains(plain) else { return nil }
            read.append(plain)
        }
        guard read.count == Self.length else { return nil }
        characters = read
    }

    /// Whether it only stands between or around the characters of a code: a dash, quote, space, or nothing that shows.
    private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .initialPunctuation, .finalPunctuation, .spaceSeparator, .format, .control: true
        default: "\"'`„‚\u{301}\u{2212}_.,;".unicodeScalars.contains(scalar)
        }
    }

    /// The letters that people take for one of the alphabet, or for one that stands for it.
    private static let lookAlikes: [Character: Character] = {
        let typed = "ILO" + "АВЕЗІЈКМНОРЅСТУҮХ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
        let read = "110" + "ABE31JKMH0PSCTYYX" + "ABEZH1KMN0PTYX"
        return Dictionary(uniqueKeysWithValues: zip(typed, read))
    }()

    /// The code as it is shown: `ABCD-EFGH-JKMN-PQRS-TVWX`.
    var text: String {
        stride(from: 0, to: Self.length, by: 4).map { String(characters.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// What is kept of it; bound to the person, so that equal codes of two people do not look equal.
    func hash(for personID: String) -> SecretHash {
        SecretHash(of: "\(personID):\(characters)")
    }
}
