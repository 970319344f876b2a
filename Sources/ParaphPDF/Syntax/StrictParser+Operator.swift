extension StrictParser {
    /// Reads up to the next operator of a content stream: its code and what stands before it; nil at the end.
    ///
    /// What it stands before must be what it takes, in number and kind, so that every program takes the same.
    mutating func nextOperator() throws(PDFError) -> (code: Int, known: ContentOperator, operands: [PDFObject])? {
        var operands: [PDFObject] = []
        while true {
            try budget.spend(2)
            skipSpace()
            let start = position
            let byte = bytes.peek(start)
            if byte < 0, operands.isEmpty { return nil }
            if byte == ascii("%"), operands.isEmpty {
                try skipComment()
                continue
            }
            guard Self.beginsOperator(byte) else {
                operands.append(try object())
                if operands.count > Self.mostOperands { throw fault("an operator has too many operands") }
                continue
            }
            while !Lexer.isBoundary(bytes.peek(position)) { position += 1 }
            var code = 0
            guard position - start <= 3 else { throw fault("it has an unknown operator") }
            for place in start..<position { code = code << 8 | bytes.peek(place) }
            guard let known = ContentOperator(code), known.takes(operands) else {
                throw fault("an operator is unknown, or has other operands than it takes")
            }
            return (code, known, operands)
        }
    }

    /// Passes a comment of letters between operators, such as iText's `% DSBlank`, up to the end of its line.
    private mutating func skipComment() throws(PDFError) {
        position += 1
        while true {
            let byte = bytes.peek(position)
            guard byte == 32 || byte >= ascii("a") && byte <= ascii("z") || byte >= ascii("A") && byte <= ascii("Z") else { break }
            position += 1
        }
        try budget.spend(1)
        guard bytes.peek(position) == 10 || bytes.peek(position) == 13 else { throw fault("a comment has no end") }
    }

    /// As many as the parts of a colour (ISO 32000-2, 8.6.6.5).
    private static let mostOperands = 33

    /// Whether a byte begins an operator; what begins neither that nor an object is no value.
    private static func beginsOperator(_ byte: Int) -> Bool {
        byte >= ascii("a") && byte <= ascii("z") || byte >= ascii("A") && byte <= ascii("Z") || byte == ascii("'") || byte == ascii("\"")
    }
}
