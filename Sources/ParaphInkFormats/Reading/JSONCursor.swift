/// Reads JSON (RFC 8259) from bytes step by step, without building a tree, with bounded depth.
///
/// The caller says what it expects; a value of another kind is an error that names its byte.
package struct JSONCursor {
    package enum Kind: String {
        case object, array, string, number, bool, null
    }

    private let bytes: [UInt8]
    package private(set) var position = 0
    private var depth = 0
    private static let deepest = 32

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.begin(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// What the next value is.
    package mutating func kind() throws(FormatError) -> Kind {
        skipSpace()
        guard position < bytes.count else { throw ended() }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw malformed("A JSON value begins with an unexpected character; send valid JSON.")
        }
    }

    /// Reads an object; the body is called with each name and must read or skip its value.
    package mutating func object(_ member: (inout JSONCursor, String) throws(FormatError) -> Void) throws(FormatError) {
        try open(UInt8(ascii: "{"))
        skipSpace()
        if take(UInt8(ascii: "}")) { return close() }
        repeat {
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw malformed("A colon is missing; send valid JSON.") }
            try member(&self, name)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw malformed("An object is not closed; send valid JSON.") }
        close()
    }

    /// Reads an array; the body is called at each element and must read or skip it.
    package mutating func array(_ element: (inout JSONCursor) throws(FormatError) -> Void) throws(FormatError) {
        try open(UInt8(ascii: "["))
        skipSpace()
        if take(UInt8(ascii: "]")) { return close() }
        repeat {
            try element(&self)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw malformed("An array is not closed; send valid JSON.") }
        close()
    }

    /// Reads a number, or a string that holds one, as older clients send; nil for null.
    package mutating func number() throws(FormatError) -> Double? {
        let start = position
        switch try kind() {
        case .null:
            try literal("null")
            return nil
        case .number:
            return try finite(Numeral.value(numeral()), at: start)
        case .string:
            let text = try string()
            return try finite(Numeral.value(ArraySlice(text.utf8)), at: start)
        case .object, .array, .bool:
            throw malformed("A number is expected here; send a JSON number.")
        }
    }

    /// Reads past a value of any kind.
    package mutating func skip() throws(FormatError) {
        switch try kind() {
        case .object: try object { (cursor, _) throws(FormatError) in try cursor.skip() }
        case .array: try array { (cursor) throws(FormatError) in try cursor.skip() }
        case .string: _ = try string()
        case .number: _ = try finite(Numeral.value(numeral()), at: position)
        case .bool: try literal(bytes[position] == UInt8(ascii: "t") ? "true" : "false")
        case .null: try literal("null")
        }
    }

    /// Throws unless only space follows.
    package mutating func end() throws(FormatError) {
        skipSpace()
        guard position == bytes.count else { throw malformed("Something follows the JSON value; send one value only.") }
    }

    func malformed(_ message: String) -> FormatError {
        position < bytes.count ? FormatError(.malformed, message, at: .byte(position)) : ended()
    }

    private func ended() -> FormatError {
        FormatError(.truncated, "The JSON text ends too soon; send it whole.", at: .byte(bytes.count))
    }

    private func finite(_ value: Double?, at offset: Int) throws(FormatError) -> Double {
        guard let value else { throw FormatError(.malformed, "This is not a decimal number; send a JSON number.", at: .byte(offset)) }
        guard value.isFinite else { throw FormatError(.outOfRange, "This number is too large; check the units.", at: .byte(offset)) }
        return value
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 32 || (9...10).contains(bytes[position]) || bytes[position] == 13 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func open(_ bracket: UInt8) throws(FormatError) {
        skipSpace()
        guard take(bracket) else {
            throw malformed("\(bracket == UInt8(ascii: "{") ? "An object" : "An array") is expected here; send valid JSON.")
        }
        depth += 1
        guard depth <= Self.deepest else { throw malformed("The JSON is nested too deeply; send a flat signature.") }
    }

    private mutating func close() {
        depth -= 1
    }

    private mutating func literal(_ word: String) throws(FormatError) {
        guard bytes.begin(with: Array(word.utf8), at: position) else { throw malformed("This is not a JSON value; send valid JSON.") }
        position += word.utf8.count
    }

    private mutating func numeral() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, isOfNumeral(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private func isOfNumeral(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"): true
        case UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    /// Reads a string; its text must be valid UTF-8 and hold no control characters.
    package mutating func string() throws(FormatError) -> String {
        skipSpace()
        guard take(UInt8(ascii: "\"")) else { throw malformed("A string is expected here; send valid JSON.") }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let result = String(wellFormed: text) else {
                    throw malformed("A string is not valid UTF-8; send UTF-8.")
                }
                return result
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &text)
            case 0..<32:
                throw malformed("A string holds a control character; escape it.")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw ended()
    }

    private mutating func escape(into text: inout [UInt8]) throws(FormatError) {
        guard position < bytes.count else { throw ended() }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += try unicodeEscape().utf8
        default: throw malformed("This escape is not of JSON; send valid JSON.")
        }
    }

    private mutating func unicodeEscape() throws(FormatError) -> String {
        var code = UInt32(try hexadecimal())
        if code & 0xFC00 == 0xD800, bytes.begin(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")], at: position) {
            position += 2
            let trail = UInt32(try hexadecimal())
            if trail & 0xFC00 == 0xDC00 { code = 0x10000 + ((code & 0x3FF) << 10 | trail & 0x3FF) }
        }
        // Half of a pair is no scalar.
        guard let scalar = Unicode.Scalar(code) else { throw malformed("An escape is half a character; send UTF-8.") }
        return String(Character(scalar))
    }

    private mutating func hexadecimal() throws(FormatError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw ended() }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed("Four hexadecimal digits are expected; send valid JSON.") }
        position += 4
        return unit
    }
}
