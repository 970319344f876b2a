import ParaphStorage

/// What is mailed to an address so that its owner can show that it is theirs: six digits, or sixteen where six could be guessed.
///
/// Six digits need a limit of tries, which strangers could use up for the owner. Sixteen need none: at 5,000 tries a second, one in
/// 20 million is right within a day. So the limit does not end the tries, it makes the code longer.
struct MailedCode: Hashable, Sendable {
    let digits: String

    /// Whether it needs no limit.
    var isLong: Bool { digits.count == Self.longCount }

    /// Makes a code.
    static func random(long: Bool) -> MailedCode {
        var generator = SystemRandomNumberGenerator()
        let count = long ? longCount : shortCount
        return MailedCode(digits: String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) }))
    }

    private init(digits: String) {
        self.digits = digits
    }

    /// Reads a code as people type it, with or without spaces and hyphens; `nil` where it can be none.
    init?(typed: String) {
        guard typed.utf8.count <= 40 else { return nil }
        let digits = typed.filter { $0 != " " && $0 != "-" && $0 != "\u{A0}" }
        guard [Self.shortCount, Self.longCount].contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        self.digits = digits
    }

    /// The code as a letter shows it: `123456`, or `1234 5678 9012 3456`.
    var text: String {
        guard isLong else { return digits }
        return stride(from: 0, to: digits.count, by: 4).map { String(digits.dropFirst($0).prefix(4)) }.joined(separator: " ")
    }

    private static let shortCount = 6
    private static let longCount = 16
}
