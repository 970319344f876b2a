/// The filters that write bytes as text, and runs of bytes (ISO 32000-2, 7.4.2, 7.4.3 and 7.4.5).
enum TextFilters {
    private static var tooLarge: PDFError { PDFError(.tooLarge, "A stream gives more bytes than the limits allow") }

    /// Decodes hexadecimal digits up to `>`; other characters are passed over, and make the data incomplete unless they are white space.
    static func decodeHexadecimal(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        try budget.spend(data.count)
        var output = ByteBuffer(capacity: data.count / 2 + 1, limit: limit)
        var half: Int?
        var isSound = true
        var position = 0
        while position < data.count, data.peek(position) != ascii(">") {
            let byte = data.peek(position)
            position += 1
            if let digit = Lexer.hexadecimalDigit(byte) {
                if let high = half {
                    guard output.append(UInt8(high << 4 | digit)) else { throw tooLarge }
                    half = nil
                } else {
                    half = digit
                }
            } else if !Lexer.isSpace(byte) {
                isSound = false
            }
        }
        if let half { guard output.append(UInt8(half << 4)) else { throw tooLarge } }
        return Decoded(bytes: output.finish(), isComplete: isSound)
    }

    /// Decodes groups of five characters up to `~`.
    static func decode85(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        try budget.spend(data.count)
        var output = ByteBuffer(capacity: data.count / 5 * 4 + 4, limit: limit)
        var group: UInt64 = 0
        var count = 0
        var isSound = true
        var position = data.has("<~", at: 0) ? 2 : 0
        while position < data.count, data.peek(position) != ascii("~") {
            let byte = data.peek(position)
            position += 1
            if byte >= ascii("!"), byte <= ascii("u") {
                group = group &* 85 &+ UInt64(byte - ascii("!"))
                count += 1
                guard count == 5 else { continue }
                if group > 0xFFFF_FFFF { isSound = false }
                for index in 0..<4 {
                    guard output.append(UInt8(truncatingIfNeeded: group >> UInt64(24 - 8 * index))) else { throw tooLarge }
                }
                (group, count) = (0, 0)
            } else if byte == ascii("z"), count == 0 {
                for _ in 0..<4 { guard output.append(0) else { throw tooLarge } }
            } else if !Lexer.isSpace(byte) {
                isSound = false
            }
        }
        if count > 1 {
            // A last group of n characters is n - 1 bytes.
            for _ in count..<5 { group = group &* 85 &+ 84 }
            for index in 0..<count - 1 {
                guard output.append(UInt8(truncatingIfNeeded: group >> UInt64(24 - 8 * index))) else { throw tooLarge }
            }
        }
        return Decoded(bytes: output.finish(), isComplete: isSound && count != 1)
    }

    /// Decodes runs up to their end mark, 128.
    static func decodeRuns(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        var output = ByteBuffer(capacity: min(data.count * 2, 1 << 20), limit: limit)
        var position = 0
        while true {
            let length = data.peek(position)
            if length == 128 { return Decoded(bytes: output.finish(), isComplete: true) }
            guard length >= 0, position + 1 < data.count else { return Decoded(bytes: output.finish(), isComplete: length < 0) }
            position += 1
            try budget.spend(128)
            if length < 128 {
                let there = min(length + 1, data.count - position)
                for index in 0..<there { guard output.append(data[position + index]) else { throw tooLarge } }
                position += there
            } else {
                for _ in 0..<257 - length { guard output.append(data[position]) else { throw tooLarge } }
                position += 1
            }
        }
    }
}
