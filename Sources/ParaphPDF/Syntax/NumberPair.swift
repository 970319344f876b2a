/// Two numbers and a word, as a reference (`12 0 R`) and the start of an object (`12 0 obj`) have them: what any program may take for one.
///
/// Some programs read `12.0`, `+12`, `1.2e1`, `1-2` or a sign on a line of its own as numbers, and `.` as zero.
struct NumberPair {
    /// Where the first number stands.
    let number: Range<Int>
    /// Whether its digits are all there is of it.
    let isPlain: Bool
    /// Whether the word is `R`, and not `obj`.
    let isReference: Bool
    /// Where the word stands.
    let word: Int

    /// Finds the next pair behind a place, whatever the bytes are; nil where there is none.
    ///
    /// Complexity: O(n) for all pairs, where comments are short: what stands between two numbers is passed once for each number in it.
    static func next(in bytes: PDFBytes, from start: Int, budget: PDFBudget) throws(PDFError) -> NumberPair? {
        var lexer = Lexer(bytes, at: start)
        while let start = firstDigit(in: bytes, from: lexer.position) {
            lexer.position = start
            let kind = lexer.passNumber()
            let number = start..<lexer.position
            var rest = lexer
            // `9.0.0` is two numbers to some.
            var isPair = kind == .odd
            var isSecond = false
            for _ in 0..<4 {
                rest.skipSpace()
                let isReference = has("R", bytes, at: rest.position)
                if isPair, isReference || has("obj", bytes, at: rest.position) {
                    return NumberPair(number: number, isPlain: kind == .plain, isReference: isReference, word: rest.position)
                }
                let next = rest.passNumber()
                if next == .none || isSecond && next != .empty { break }
                if next != .empty { isSecond = true }
                isPair = true
            }
            try budget.spend(rest.position - start)
        }
        return nil
    }

    /// Whether a word stands at a place; some read `#52` in it as names have it.
    private static func has(_ word: StaticString, _ bytes: PDFBytes, at start: Int) -> Bool {
        var place = start
        for index in 0..<word.utf8CodeUnitCount {
            let letter = Int(word.utf8Start[index])
            if bytes.peek(place) == letter {
                place += 1
            } else if bytes.peek(place) == ascii("#"), let high = Lexer.hexadecimalDigit(bytes.peek(place + 1)),
                let low = Lexer.hexadecimalDigit(bytes.peek(place + 2)), high << 4 | low == letter
            {
                place += 3
            } else {
                return false
            }
        }
        return true
    }

    private static func firstDigit(in bytes: PDFBytes, from start: Int) -> Int? {
        bytes.withBytes { memory in
            var place = start
            while place < memory.count {
                if memory[place] &- 48 < 10 { return place }
                place += 1
            }
            return nil
        }
    }

    /// The numbers that programs may read: what 32 bits hold of them with either sign; of odd ones, any of the digits that follow one another, times a power of ten, and rounded up.
    func readings(in bytes: PDFBytes) -> [Int] {
        var readings: [Int] = []
        var (all, run): (UInt32, UInt32) = (0, 0)
        for place in number.lowerBound...number.upperBound {
            guard place < number.upperBound, let digit = Lexer.digit(bytes.peek(place)) else {
                for value in [run, 0 &- run] { readings.append(Int(truncatingIfNeeded: value)) }
                run = 0
                continue
            }
            all = all &* 10 &+ UInt32(truncatingIfNeeded: digit)
            run = run &* 10 &+ UInt32(truncatingIfNeeded: digit)
        }
        if isPlain { return readings }
        for value in [all, 0 &- all] { readings.append(Int(truncatingIfNeeded: value)) }
        for start in number where Lexer.digit(bytes.peek(start)) ?? 0 > 0 {
            var value = 0
            for place in start..<number.upperBound {
                guard let digit = Lexer.digit(bytes.peek(place)) else { continue }
                value = value * 10 + digit
                if value > Self.most { break }
                var scaled = value
                while scaled <= Self.most {
                    readings.append(scaled)
                    readings.append(scaled + 1)
                    scaled *= 10
                }
            }
        }
        return readings
    }

    /// More than any object's number.
    private static let most = 9_999_999
}

extension Lexer {
    /// What stands where a number may: nothing of it, its characters without a digit among them, digits, or both.
    fileprivate enum NumberKind { case none, empty, plain, odd }

    /// Passes digits, signs, points and exponents.
    fileprivate mutating func passNumber() -> NumberKind {
        var (digits, others) = (false, false)
        while true {
            switch bytes.peek(position) {
            case ascii("0")...ascii("9"): digits = true
            case ascii("+"), ascii("-"), ascii("."), ascii("e"), ascii("E"): others = true
            default: return digits ? (others ? .odd : .plain) : (others ? .empty : .none)
            }
            position += 1
        }
    }
}
