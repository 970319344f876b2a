extension Parser {
    /// The start of an indirect object: `12 0 obj`.
    struct Head: Hashable {
        var number: Int
        var generation: Int
    }

    /// Reads the start of an indirect object; nil if none stands here, and then the position is anywhere.
    mutating func head() -> Head? {
        lexer.skipSpace()
        guard let number = lexer.plainInteger() else { return nil }
        lexer.skipSpace()
        guard let generation = lexer.plainInteger() else { return nil }
        lexer.skipSpace()
        // `1 0 obj<<` is common, and so is `1 0 obj42`, which other readers accept.
        guard lexer.bytes.has("obj", at: lexer.position) else { return nil }
        lexer.position += 3
        return Head(number: number, generation: generation)
    }

    /// Where the bytes of a stream start, if the word `stream` is next (ISO 32000-2, 7.3.8.1); passes it and the end of its line.
    mutating func streamStart() -> Int? {
        let back = lexer.position
        lexer.skipSpace()
        guard lexer.bytes.has("stream", at: lexer.position) else {
            lexer.position = back
            return nil
        }
        lexer.position += 6
        // Spaces before the end of the line are wrong but found; without an end of line they may be data.
        var end = lexer.position
        while lexer.bytes.peek(end) == 32 { end += 1 }
        if lexer.bytes.peek(end) == 13 {
            end += lexer.bytes.peek(end + 1) == 10 ? 2 : 1
            lexer.position = end
        } else if lexer.bytes.peek(end) == 10 {
            lexer.position = end + 1
        }
        return lexer.position
    }

    /// The bytes of a stream.
    ///
    /// The length is believed where `endstream` or `endobj` follows, and else `endstream` is looked for: from the start, as other readers do.
    /// Says too whether the length was right.
    mutating func streamData(from start: Int, length: Int?, ends: inout StreamEnds) throws(PDFError) -> (data: PDFBytes, isSound: Bool) {
        let bytes = lexer.bytes
        if let length, length >= 0, length <= bytes.count - start {
            lexer.position = start + length
            while Lexer.isSpace(lexer.bytes.peek(lexer.position)) { lexer.position += 1 }
            let gap = lexer.position - start - length
            try budget.spend(gap)
            if bytes.has("endstream", at: lexer.position) {
                lexer.position += 9
                return (bytes.part(start..<start + length), true)
            }
            if bytes.has("endobj", at: lexer.position) { return (bytes.part(start..<start + length), false) }
        }
        let found = try ends.first(in: bytes, from: start, budget: budget)
        var end = found ?? bytes.count
        lexer.position = found.map { bytes.has("endstream", at: $0) ? $0 + 9 : $0 } ?? end
        // The end of line before the word does not belong to the data.
        if found != nil, end > start, bytes.peek(end - 1) == 10 { end -= 1 }
        if found != nil, end > start, bytes.peek(end - 1) == 13 { end -= 1 }
        return (bytes.part(start..<end), false)
    }
}

/// Finds the ends of streams whose length is wrong, and remembers where there is none, so that many such streams cost no more than one.
struct StreamEnds {
    /// From where on the words do not stand any more.
    private var lastStream = Int.max
    private var lastObject = Int.max

    /// Where `endstream` stands next, or else `endobj`.
    mutating func first(in bytes: PDFBytes, from start: Int, budget: PDFBudget) throws(PDFError) -> Int? {
        let found = bytes.first("endstream", from: start, before: lastStream)
        try budget.spend(max(0, (found ?? min(lastStream, bytes.count)) - start) >> 3 + 1)
        if let found { return found }
        lastStream = min(lastStream, start)
        let object = bytes.first("endobj", from: start, before: lastObject)
        try budget.spend(max(0, (object ?? min(lastObject, bytes.count)) - start) >> 3 + 1)
        if object == nil { lastObject = min(lastObject, start) }
        return object
    }
}
