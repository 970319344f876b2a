extension StrictParser {
    /// Reads a name whose slash is the next byte.
    mutating func name(mayBeEmpty: Bool = false) throws(PDFError) -> PDFName {
        var end = position + 1
        while !Lexer.isBoundary(bytes.peek(end)) {
            let byte = bytes.peek(end)
            guard byte > 32, byte != 127 else { throw fault("a name has a control character") }
            if byte == ascii("#") {
                guard let high = Lexer.hexadecimalDigit(bytes.peek(end + 1)), let low = Lexer.hexadecimalDigit(bytes.peek(end + 2)),
                    high + low > 0
                else { throw fault("a name has a broken escape") }
                end += 2
            }
            end += 1
        }
        try budget.spend((end - position) >> 3)
        var lexer = Lexer(bytes, at: position)
        let name = lexer.name()
        guard lexer.position == end, mayBeEmpty || !name.bytes.isEmpty, name.bytes.count <= Self.longestName else {
            throw fault("a name is empty or too long")
        }
        position = end
        return name
    }

    /// Reads a string in parentheses, the first of which is the next byte.
    mutating func literalString() throws(PDFError) -> PDFString {
        var end = position + 1
        var open = 1
        while open > 0 {
            let byte = bytes.peek(end)
            end += 1
            switch byte {
            case -1: throw fault("a string is not closed")
            case ascii("("): open += 1
            case ascii(")"): open -= 1
            // An end of line is one line feed by 7.3.4.2; programs take its bytes.
            case 13 where readsObjects: throw fault("a string has a carriage return")
            case ascii("\\"):
                guard Self.isEscape(bytes, at: end) else { throw fault("a string has a broken escape") }
                end += 1
            default: break
            }
        }
        try budget.spend((end - position) >> 3)
        var lexer = Lexer(bytes, at: position)
        let string = lexer.literalString()
        guard lexer.position == end else { throw fault("a string is not closed") }
        position = end
        return string
    }

    /// Whether what follows a backslash is what table 3 lists.
    private static func isEscape(_ bytes: PDFBytes, at place: Int) -> Bool {
        switch bytes.peek(place) {
        case ascii("n"), ascii("r"), ascii("t"), ascii("b"), ascii("f"), ascii("("), ascii(")"), ascii("\\"), 10, 13: true
        // Three digits may be more than a byte holds.
        case ascii("0")...ascii("3"): true
        case ascii("4")...ascii("7"): !isOctal(bytes.peek(place + 1)) || !isOctal(bytes.peek(place + 2))
        default: false
        }
    }

    private static func isOctal(_ byte: Int) -> Bool { byte >= ascii("0") && byte <= ascii("7") }

    /// Reads a string in angle brackets, the first of which is the next byte.
    mutating func hexadecimalString() throws(PDFError) -> PDFString {
        var end = position + 1
        while bytes.peek(end) != ascii(">") {
            let byte = bytes.peek(end)
            guard Lexer.hexadecimalDigit(byte) != nil || Self.isSpace(byte) else { throw fault("a string has something that is no digit") }
            end += 1
        }
        try budget.spend((end - position) >> 3)
        var lexer = Lexer(bytes, at: position)
        let string = lexer.hexadecimalString()
        position = end + 1
        return string
    }
}
