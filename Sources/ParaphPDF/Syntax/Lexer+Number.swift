extension Lexer {
    /// Reads digits only, up to a boundary: what an object number, a generation or an offset is; nil moves nothing.
    mutating func plainInteger() -> Int? {
        var value = 0
        var end = position
        while let digit = Self.digit(bytes.peek(end)) {
            guard value <= (Int.max - 9) / 10 else { return nil }
            value = value * 10 + digit
            end += 1
        }
        guard end > position else { return nil }
        position = end
        return value
    }

    /// Reads a number as generously as other readers do.
    ///
    /// Any signs in front, a point anywhere; what follows a second sign or point up to a boundary is passed over. Regular characters that are no number are a keyword.
    mutating func number() -> Token {
        let start = position
        var isNegative = false
        var end = position
        while bytes.peek(end) == ascii("-") || bytes.peek(end) == ascii("+") {
            if bytes.peek(end) == ascii("-") { isNegative = true }
            end += 1
        }
        var digits = 0
        var isReal = false
        var whole = 0
        var isLarge = false
        var value = 0.0
        var scale = 1.0
        loop: while true {
            let byte = bytes.peek(end)
            if let digit = Self.digit(byte) {
                digits += 1
                if isReal { scale *= 10 }
                value = value * 10 + Double(digit)
                if whole <= (Int.max - 9) / 10, !isReal { whole = whole * 10 + digit } else { isLarge = true }
                // Beyond the precision of a number, digits after the point change nothing but could make both parts infinite.
                if isReal, digits > 300 { scale = min(scale, 1e300) }
            } else if byte == ascii("."), !isReal {
                isReal = true
            } else {
                break loop
            }
            end += 1
        }
        let rest = bytes.peek(end)
        while !Self.isBoundary(bytes.peek(end)) { end += 1 }
        position = end
        // `5-6` and `1.2.3` are numbers to every reader; `12ab` and `-` are words.
        guard Self.isBoundary(rest) || rest == ascii("-") || rest == ascii("."), digits > 0 || isReal || end - start > 1 else {
            return .keyword(start..<end)
        }
        if !isReal, !isLarge { return .integer(isNegative ? -whole : whole) }
        let number = value.isFinite ? value / scale : Double.greatestFiniteMagnitude
        return .real(isNegative ? -number : number)
    }
}
