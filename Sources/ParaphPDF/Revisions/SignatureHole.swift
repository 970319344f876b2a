/// What a signature leaves out: the string of its own /Contents, which is not signed.
///
/// Anyone who has the file can write anything there. So it may hold nothing but a signature, and nothing of the file may be read from there.
struct SignatureHole {
    /// From the bracket that opens to behind the one that closes.
    let range: Range<Int>

    /// Whether the place holds just a string in hexadecimal digits with some content, and what follows the signature in it is zeros.
    func holds(_ contents: [UInt8], in bytes: PDFBytes) -> Bool {
        guard range.count >= 2, bytes.peek(range.lowerBound) == ascii("<"), bytes.peek(range.upperBound - 1) == ascii(">") else {
            return false
        }
        for place in range.lowerBound + 1..<range.upperBound - 1 {
            let byte = bytes.peek(place)
            guard Lexer.hexadecimalDigit(byte) != nil || StrictParser.isSpace(byte) else { return false }
        }
        var lexer = Lexer(bytes, at: range.lowerBound)
        guard lexer.hexadecimalString().bytes == contents, lexer.position == range.upperBound else { return false }
        let end = Self.end(of: contents) ?? contents.count
        for index in end..<contents.count where contents[index] != 0 { return false }
        return true
    }

    /// Whether an object of any section of a file is read from there, or starts between the object that holds the signature and the hole in it.
    func isRead(by file: PDFFile, holder: CrossReferenceEntry?) throws(PDFError) -> Bool {
        guard case .offset(let offset, _)? = holder else { return true }
        return try file.lastObject(before: range.upperBound) != offset
    }

    /// Where a BER value ends that begins with its first byte (X.690, 8.1); nil where none does.
    static func end(of bytes: [UInt8]) -> Int? {
        var position = 0
        var open = 0
        repeat {
            guard position + 1 < bytes.count else { return nil }
            if bytes[position] == 0, bytes[position + 1] == 0, open > 0 {
                open -= 1
                position += 2
                continue
            }
            let isConstructed = bytes[position] & 0x20 != 0
            if bytes[position] & 0x1F == 0x1F {
                position += 1
                while position < bytes.count, bytes[position] & 0x80 != 0 { position += 1 }
            }
            position += 1
            guard position < bytes.count else { return nil }
            let first = bytes[position]
            position += 1
            if first == 0x80 {
                guard isConstructed else { return nil }
                open += 1
                continue
            }
            var length = Int64(first)
            if first > 0x80 {
                let width = Int(first & 0x7F)
                guard width <= 4, position + width <= bytes.count else { return nil }
                length = 0
                for byte in bytes[position..<position + width] { length = length << 8 | Int64(byte) }
                position += width
            }
            guard length <= Int64(bytes.count - position) else { return nil }
            position += Int(length)
        } while open > 0
        return position
    }
}
