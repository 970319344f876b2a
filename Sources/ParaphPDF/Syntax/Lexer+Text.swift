extension Lexer {
    /// Reads a name whose slash is the next byte.
    mutating func name() -> PDFName {
        position += 1
        let start = position
        var hasEscape = false
        while true {
            let byte = bytes.peek(position)
            if Self.isBoundary(byte) { break }
            if byte == ascii("#") { hasEscape = true }
            position += 1
        }
        let end = position
        guard hasEscape else { return PDFName(bytes.part(start..<end).array) }
        var text: [UInt8] = []
        var index = start
        while index < end {
            let byte = bytes.peek(index)
            if byte == ascii("#"), index + 2 < end, let high = Self.hexadecimalDigit(bytes.peek(index + 1)),
                let low = Self.hexadecimalDigit(bytes.peek(index + 2))
            {
                text.append(UInt8(truncatingIfNeeded: high << 4 | low))
                index += 3
            } else {
                text.append(UInt8(truncatingIfNeeded: byte))
                index += 1
            }
        }
        return PDFName(text)
    }

    /// Reads a string in parentheses, the first of which is the next byte; one that is not closed goes on to the end.
    mutating func literalString() -> PDFString {
        position += 1
        var text: [UInt8] = []
        var open = 1
        while position < bytes.count {
            let byte = bytes.peek(position)
            position += 1
            switch byte {
            case ascii("("):
                open += 1
                text.append(UInt8(ascii: "("))
            case ascii(")"):
                open -= 1
                if open == 0 { return PDFString(text) }
                text.append(UInt8(ascii: ")"))
            case ascii("\\"): escape(into: &text)
            // An end of line is one line feed by 7.3.4.2, but programs take its bytes, which may be colours.
            default: text.append(UInt8(truncatingIfNeeded: byte))
            }
        }
        return PDFString(text)
    }

    /// Reads what follows a backslash (table 3).
    private mutating func escape(into text: inout [UInt8]) {
        let byte = bytes.peek(position)
        guard byte >= 0 else { return }
        position += 1
        switch byte {
        case ascii("n"): text.append(10)
        case ascii("r"): text.append(13)
        case ascii("t"): text.append(9)
        case ascii("b"): text.append(8)
        case ascii("f"): text.append(12)
        case ascii("0")...ascii("7"):
            var value = byte - ascii("0")
            for _ in 0..<2 {
                let next = bytes.peek(position)
                guard next >= ascii("0"), next <= ascii("7") else { break }
                value = value << 3 | (next - ascii("0"))
                position += 1
            }
            text.append(UInt8(truncatingIfNeeded: value))
        case 13: if bytes.peek(position) == 10 { position += 1 }
        case 10: break
        default: text.append(UInt8(truncatingIfNeeded: byte))
        }
    }

    /// Reads a string in angle brackets, the first of which is the next byte; other characters than digits are passed over.
    mutating func hexadecimalString() -> PDFString {
        position += 1
        var text: [UInt8] = []
        var half: Int?
        while position < bytes.count {
            let byte = bytes.peek(position)
            position += 1
            if byte == ascii(">") { break }
            guard let digit = Self.hexadecimalDigit(byte) else { continue }
            if let high = half {
                text.append(UInt8(truncatingIfNeeded: high << 4 | digit))
                half = nil
            } else {
                half = digit
            }
        }
        if let half { text.append(UInt8(truncatingIfNeeded: half << 4)) }
        return PDFString(text, isHexadecimal: true)
    }
}
