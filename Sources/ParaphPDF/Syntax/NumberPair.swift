/// Two numbers and a word, as a reference (`12 0 R`) and the start of an object (`12 0 obj`) have them: what any program may take for one.
///
/// Some programs read `12.0`, `+12`, `1.2e1`, `1-2` or a sign on a line of its own as numbers, and `.` as zero.
struct NumberPair {
    /// Where the first number stands.
    let number: Range<Int>
    /// Whether its digits are all there is of it.
    let isPlain: Bool
    /// Where the word stands.
    let word: Int
    /// Whether it is `R`, and not `obj`.
    let isReference: Bool

    /// Finds all pairs in bytes, whatever these are, in their order.
    ///
    /// Complexity: O(n), where comments are short: what stands between two numbers is passed once for each number in it.
    static func forEach(in bytes: PDFBytes, budget: PDFBudget, _ body: (NumberPair) throws(PDFError) -> Void) throws(PDFError) {
        try budget.spend(bytes.count)
        var lexer = Lexer(bytes)
        while lexer.position < bytes.count {
            let start = lexer.position
            guard let kind = lexer.passNumber() else {
                lexer.position += 1
                continue
            }
            if kind == .empty { continue }
            let number = start..<lexer.position
            var rest = lexer
            // `9.0.0` is two numbers to some.
            var isPair = kind == .odd
            var isSecond = false
            for _ in 0..<4 {
                rest.skipSpace()
                let isReference = bytes.peek(rest.position) == ascii("R")
                if isPair, isReference || bytes.has("obj", at: rest.position) {
                    try body(NumberPair(number: number, isPlain: kind == .plain, word: rest.position, isReference: isReference))
                    break
                }
                guard let next = rest.passNumber(), next == .empty || !isSecond else { break }
                if next != .empty { isSecond = true }
                isPair = true
            }
            try budget.spend(rest.position - lexer.position)
        }
    }

    /// The numbers that programs may read: any of the digits that follow one another, times a power of ten, and rounded up.
    func forEachReading(in bytes: PDFBytes, _ body: (Int) -> Void) {
        if isPlain {
            // What does not fit is cut off by some.
            var value: UInt32 = 0
            for place in number { value = value &* 10 &+ UInt32(truncatingIfNeeded: bytes.peek(place) - ascii("0")) }
            return body(Int(truncatingIfNeeded: value))
        }
        for start in number where Lexer.digit(bytes.peek(start)) ?? 0 > 0 {
            var value = 0
            for place in start..<number.upperBound {
                guard let digit = Lexer.digit(bytes.peek(place)) else { continue }
                value = value * 10 + digit
                if value > Self.most { break }
                var scaled = value
                while scaled <= Self.most {
                    body(scaled)
                    body(scaled + 1)
                    scaled *= 10
                }
            }
        }
    }

    /// More than any object's number.
    private static let most = 9_999_999
}

extension Lexer {
    /// What stands where a number may: its characters without a digit among them, digits, or both.
    fileprivate enum NumberKind { case empty, plain, odd }

    /// Passes digits, signs, points and exponents; nil where there are none.
    fileprivate mutating func passNumber() -> NumberKind? {
        var (digits, others) = (false, false)
        while true {
            switch bytes.peek(position) {
            case ascii("0")...ascii("9"): digits = true
            case ascii("+"), ascii("-"), ascii("."), ascii("e"), ascii("E"): others = true
            default: return digits ? (others ? .odd : .plain) : (others ? .empty : nil)
            }
            position += 1
        }
    }
}
