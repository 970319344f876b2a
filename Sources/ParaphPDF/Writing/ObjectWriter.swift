/// Writes objects as text (ISO 32000-2, 7.3), so that reading gives the same values.
struct ObjectWriter {
    var bytes: [UInt8] = []
    /// How the strings of the object that is being written are encrypted.
    var encrypt: (([UInt8]) throws(PDFError) -> [UInt8])?

    mutating func put(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a value, with white space in front where the value before needs it.
    mutating func write(_ object: PDFObject) throws(PDFError) {
        switch object {
        case .null: word("null")
        case .boolean(let value): value ? word("true") : word("false")
        case .integer(let value):
            separate()
            put(value)
        case .real(let value):
            separate()
            let start = bytes.count
            put(value)
            // Without a point it would be another kind of number, which programs take where they do not take this one.
            if !bytes[start...].contains(UInt8(ascii: ".")) { put(".0") }
        case .name(let name): write(name)
        case .string(let string): try write(string)
        case .array(let elements):
            put("[")
            for element in elements { try write(element) }
            put("]")
        case .dictionary(let dictionary): try write(dictionary)
        case .stream: throw PDFError(.malformed, "A stream stands where only a reference to it may")
        case .reference(let reference):
            separate()
            put(reference.number)
            put(" ")
            put(reference.generation)
            put(" R")
        }
    }

    mutating func write(_ dictionary: PDFDictionary) throws(PDFError) {
        put("<<")
        for entry in dictionary.entries {
            write(entry.key)
            // The value of a signature's /Contents is never encrypted (7.6.2).
            let kept = encrypt
            if entry.key == "Contents", dictionary.isSignature { encrypt = nil }
            try write(entry.value)
            encrypt = kept
        }
        put(">>")
    }

    private mutating func word(_ text: StaticString) {
        separate()
        put(text)
    }

    /// Keeps two words apart.
    mutating func separate() {
        if let last = bytes.last, !Lexer.isBoundary(Int(last)) { bytes.append(32) }
    }

    mutating func write(_ name: PDFName) {
        put("/")
        for byte in name.bytes {
            if byte > 32, byte < 127, !Lexer.isBoundary(Int(byte)), byte != UInt8(ascii: "#") {
                bytes.append(byte)
            } else {
                put("#")
                hexadecimal(byte)
            }
        }
        // The empty name would take the next word for its own.
        if name.bytes.isEmpty { put(" ") }
    }

    private mutating func write(_ string: PDFString) throws(PDFError) {
        let content = try encrypt?(string.bytes) ?? string.bytes
        if string.isHexadecimal || encrypt != nil {
            put("<")
            for byte in content { hexadecimal(byte) }
            put(">")
            return
        }
        put("(")
        for (index, byte) in content.enumerated() {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
                put("\\")
                bytes.append(byte)
            case 13: put("\\r")
            case UInt8(ascii: "o") where Self.has("obj", in: content, at: index): put("\\157")
            case UInt8(ascii: "s") where Self.has("stream", in: content, at: index): put("\\163")
            case UInt8(ascii: "t") where Self.has("trailer", in: content, at: index): put("\\164")
            case UInt8(ascii: "x") where Self.has("xref", in: content, at: index): put("\\170")
            default: bytes.append(byte)
            }
        }
        put(")")
    }

    /// Whether a word by which objects are found in a damaged file stands here: within a string none may be taken for one.
    private static func has(_ word: StaticString, in content: [UInt8], at index: Int) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return content[index...].starts(with: word)
    }

    /// Writes a byte as two hexadecimal digits in upper case.
    mutating func hexadecimal(_ byte: UInt8) {
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 55 + digit) }
    }

    /// Writes four hexadecimal digits in upper case.
    mutating func hexadecimal(_ value: UInt16) {
        hexadecimal(UInt8(truncatingIfNeeded: value >> 8))
        hexadecimal(UInt8(truncatingIfNeeded: value))
    }

    /// Writes a whole number in decimal digits, filled up with zeros to a width.
    mutating func put(_ value: Int, width: Int = 1) {
        if value < 0 { put("-") }
        var digits: [UInt8] = []
        var rest = value.magnitude
        while rest > 0 || digits.count < width {
            digits.append(48 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes.append(contentsOf: digits.reversed())
    }

    /// Writes a number without an exponent, to about fifteen significant digits and at most ten after the point.
    mutating func put(_ value: Double) {
        var magnitude = value.magnitude
        guard magnitude.isFinite, magnitude < 1e15 else {
            // Nothing in a PDF is as large; what was read as such stays as large as other readers can hold.
            put(value < 0 ? -2_147_483_647 : 2_147_483_647)
            return
        }
        var places = 10
        var scale = 1e10
        while places > 0, magnitude * scale >= 1e15 {
            places -= 1
            scale /= 10
        }
        magnitude = magnitude * scale + 0.5
        var scaled = UInt64(magnitude)
        guard scaled > 0 else {
            put("0")
            return
        }
        if value < 0 { put("-") }
        while places > 0, scaled % 10 == 0 {
            scaled /= 10
            places -= 1
        }
        var divisor: UInt64 = 1
        for _ in 0..<places { divisor &*= 10 }
        put(unsigned: scaled / divisor, width: 1)
        guard places > 0 else { return }
        put(".")
        put(unsigned: scaled % divisor, width: places)
    }

    private mutating func put(unsigned value: UInt64, width: Int) {
        var digits: [UInt8] = []
        var rest = value
        while rest > 0 || digits.count < width {
            digits.append(48 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes.append(contentsOf: digits.reversed())
    }
}
