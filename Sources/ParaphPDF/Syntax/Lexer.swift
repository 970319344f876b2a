/// The code of an ASCII character, to compare with what ``PDFBytes/peek(_:)`` gives.
@inline(__always)
func ascii(_ character: Unicode.Scalar) -> Int { Int(character.value) }

/// Takes bytes apart into tokens (ISO 32000-2, 7.2).
///
/// It accepts what files in the wild contain: numbers such as `--5`, `4.` and `5-6`, names with stray `#`, strings that are not closed. The
/// position never moves back by itself and never beyond the end, so that a loop over tokens ends.
struct Lexer {
    let bytes: PDFBytes
    /// The offset of the next byte.
    var position: Int

    init(_ bytes: PDFBytes, at position: Int = 0) {
        self.bytes = bytes
        self.position = min(max(position, 0), bytes.count)
    }

    enum Token {
        case integer(Int)
        case real(Double)
        case name(PDFName)
        case string(PDFString)
        case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
        /// Regular characters that are no number, or a single brace or bracket that belongs nowhere: where they stand.
        case keyword(Range<Int>)
        case end
    }

    /// Whether a byte is white space (table 1); the end is none.
    @inline(__always)
    static func isSpace(_ byte: Int) -> Bool {
        byte == 32 || byte == 10 || byte == 13 || byte == 9 || byte == 12 || byte == 0
    }

    /// Whether a byte ends a name, number or keyword: white space, a delimiter (table 2), or the end.
    @inline(__always)
    static func isBoundary(_ byte: Int) -> Bool {
        switch byte {
        case ascii("("), ascii(")"), ascii("<"), ascii(">"), ascii("["), ascii("]"), ascii("{"), ascii("}"), ascii("/"), ascii("%"): true
        default: byte < 0 || isSpace(byte)
        }
    }

    /// The value of a decimal digit.
    @inline(__always)
    static func digit(_ byte: Int) -> Int? { byte >= ascii("0") && byte <= ascii("9") ? byte - ascii("0") : nil }

    /// The value of a hexadecimal digit.
    @inline(__always)
    static func hexadecimalDigit(_ byte: Int) -> Int? {
        switch byte {
        case ascii("0")...ascii("9"): byte - ascii("0")
        case ascii("a")...ascii("f"): byte - ascii("a") + 10
        case ascii("A")...ascii("F"): byte - ascii("A") + 10
        default: nil
        }
    }

    /// Passes white space and comments.
    mutating func skipSpace() {
        while true {
            let byte = bytes.peek(position)
            if Self.isSpace(byte) {
                position += 1
            } else if byte == ascii("%") {
                skipLine()
            } else {
                return
            }
        }
    }

    /// Passes everything up to the end of the line.
    mutating func skipLine() {
        while position < bytes.count, bytes.peek(position) != 10, bytes.peek(position) != 13 { position += 1 }
    }

    /// Passes a keyword if it stands here, whole; says whether it did.
    mutating func skip(keyword: StaticString) -> Bool {
        let length = keyword.utf8CodeUnitCount
        guard bytes.has(keyword, at: position), Self.isBoundary(bytes.peek(position + length)) else { return false }
        position += length
        return true
    }

    /// The next token.
    mutating func next() -> Token {
        skipSpace()
        let start = position
        let byte = bytes.peek(position)
        switch byte {
        case -1: return .end
        case ascii("0")...ascii("9"), ascii("+"), ascii("-"), ascii("."): return number()
        case ascii("/"): return .name(name())
        case ascii("("): return .string(literalString())
        case ascii("["):
            position += 1
            return .arrayStart
        case ascii("]"):
            position += 1
            return .arrayEnd
        case ascii("<"):
            guard bytes.peek(position + 1) == byte else { return .string(hexadecimalString()) }
            position += 2
            return .dictionaryStart
        case ascii(">"):
            position += 1
            guard bytes.peek(position) == byte else { return .keyword(start..<position) }
            position += 1
            return .dictionaryEnd
        case ascii(")"), ascii("{"), ascii("}"):
            position += 1
            return .keyword(start..<position)
        default:
            while !Self.isBoundary(bytes.peek(position)) { position += 1 }
            return .keyword(start..<position)
        }
    }

    /// Whether a keyword's place holds a text.
    func keyword(_ range: Range<Int>, is text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && bytes.has(text, at: range.lowerBound)
    }
}
