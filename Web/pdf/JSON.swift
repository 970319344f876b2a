import ParaphPDF

/// Writes JSON (RFC 8259) piece by piece; commas come by themselves.
struct JSON {
    private(set) var bytes: [UInt8] = []

    mutating func object(_ key: StaticString? = nil, _ content: (inout JSON) throws(PDFError) -> Void) throws(PDFError) {
        begin(key)
        put("{")
        try content(&self)
        put("}")
    }

    mutating func array(_ key: StaticString, _ content: (inout JSON) throws(PDFError) -> Void) throws(PDFError) {
        begin(key)
        put("[")
        try content(&self)
        put("]")
    }

    mutating func number(_ key: StaticString? = nil, _ value: Int) {
        begin(key)
        bytes += Array(String(value).utf8)
    }

    /// A number of a few decimals; what is not finite is null.
    mutating func number(_ key: StaticString? = nil, _ value: Double) {
        begin(key)
        guard value.magnitude < 1e7 else { return put("null") }
        let thousandths = Int64(value.magnitude * 1000 + 0.5)
        if value < 0, thousandths > 0 { put("-") }
        bytes += Array(String(thousandths / 1000).utf8)
        let rest = String(thousandths % 1000)
        put(".")
        bytes += [UInt8](repeating: UInt8(ascii: "0"), count: 3 - rest.utf8.count)
        bytes += Array(rest.utf8)
    }

    mutating func boolean(_ key: StaticString, _ value: Bool) {
        begin(key)
        put(value ? "true" : "false")
    }

    mutating func string(_ key: StaticString? = nil, _ text: String) {
        begin(key)
        put("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32:
                put("\\u00")
                hexadecimal(byte)
            default: bytes.append(byte)
            }
        }
        put("\"")
    }

    /// Bytes as hexadecimal digits.
    mutating func string(_ key: StaticString, hexadecimalOf data: [UInt8]) {
        begin(key)
        put("\"")
        for byte in data { hexadecimal(byte) }
        put("\"")
    }

    private mutating func hexadecimal(_ byte: UInt8) {
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 87 + digit) }
    }

    private mutating func begin(_ key: StaticString?) {
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { put(",") }
        guard let key else { return }
        put("\"")
        put(key)
        put("\":")
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

extension JSON {
    /// A rectangle as its left, bottom, right and top.
    mutating func rectangle(_ key: StaticString, _ box: PDFRectangle) throws(PDFError) {
        try array(key) { (json) throws(PDFError) in
            for side in [box.left, box.bottom, box.right, box.top] { json.number(nil, side) }
        }
    }
}
