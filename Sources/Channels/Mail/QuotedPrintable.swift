import ParaphEncoding

/// The transfer encoding that keeps a text readable in seven bits (RFC 2045, section 6.7).
enum QuotedPrintable {
    /// The longest line without its end.
    private static let lineLimit = 76

    /// Encodes UTF-8 text; its lines may end in `\n`, `\r\n` or `\r`, the result's end in CRLF, the last one too.
    static func encode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        result.reserveCapacity(bytes.count + bytes.count / 4)
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, !isLineEnd(bytes[end]) { end += 1 }
            encode(line: bytes[start..<end], into: &result)
            let isCRLF = end + 1 < bytes.count && bytes[end] == carriageReturn && bytes[end + 1] == lineFeed
            start = end + (isCRLF ? 2 : 1)
        }
        return result
    }

    private static func encode(line: ArraySlice<UInt8>, into result: inout [UInt8]) {
        var column = 0
        for (index, byte) in zip(line.indices, line) {
            let isLast = index + 1 == line.endIndex
            let isBlank = byte == space || byte == tab
            // A blank at the end of a line would be lost on the way; RFC 2045 rule 3.
            let isLiteral = (33...126).contains(byte) && byte != equals || isBlank && !isLast
            let width = isLiteral ? 1 : 3
            // Every line but the last leaves room for the `=` of a soft break.
            if column + width > lineLimit - (isLast ? 0 : 1) {
                result += [equals, carriageReturn, lineFeed]
                column = 0
            }
            if isLiteral {
                result.append(byte)
            } else {
                result.append(equals)
                result += Hexadecimal.encode(CollectionOfOne(byte), .upper).utf8
            }
            column += width
        }
        result += [carriageReturn, lineFeed]
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    private static let equals = UInt8(ascii: "=")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
}
