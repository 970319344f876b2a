/// Reads objects (ISO 32000-2, 7.3), mending what can be mended.
struct Parser {
    var lexer: Lexer
    let limits: PDFLimits
    let budget: PDFBudget

    init(_ bytes: PDFBytes, at position: Int = 0, limits: PDFLimits, budget: PDFBudget) {
        lexer = Lexer(bytes, at: position)
        self.limits = limits
        self.budget = budget
    }

    /// What a place in an array or dictionary holds: a value, or the end of what encloses it.
    private enum Item {
        case value(PDFObject)
        case arrayEnd
        case dictionaryEnd
        /// A word that belongs to no object: where it starts.
        case word(Range<Int>)
        case end
    }

    /// Reads one object.
    ///
    /// A word that is no object, such as `endobj`, is null and stays unread.
    mutating func object() throws(PDFError) -> PDFObject {
        let start = lexer.position
        defer { lexer.position = max(lexer.position, start) }
        switch try item(depth: 0) {
        case .value(let object): return object
        case .word(let range):
            lexer.position = range.lowerBound
            return .null
        case .arrayEnd, .dictionaryEnd, .end: return .null
        }
    }

    private mutating func item(depth: Int) throws(PDFError) -> Item {
        let start = lexer.position
        let token = lexer.next()
        try budget.spend(1 + (lexer.position - start) >> 3)
        switch token {
        case .integer(let value): return .value(reference(value) ?? .integer(value))
        case .real(let value): return .value(.real(value))
        case .name(let value): return .value(.name(value))
        case .string(let value): return .value(.string(value))
        case .arrayStart: return .value(.array(try array(depth: depth + 1)))
        case .dictionaryStart: return .value(.dictionary(try dictionary(depth: depth + 1)))
        case .arrayEnd: return .arrayEnd
        case .dictionaryEnd: return .dictionaryEnd
        case .end: return .end
        case .keyword(let range):
            if lexer.keyword(range, is: "null") { return .value(.null) }
            if lexer.keyword(range, is: "true") { return .value(.boolean(true)) }
            if lexer.keyword(range, is: "false") { return .value(.boolean(false)) }
            return .word(range)
        }
    }

    /// The rest of a reference, after its number; nil moves nothing.
    private mutating func reference(_ number: Int) -> PDFObject? {
        guard number >= 0, isSeparated else { return nil }
        let back = lexer.position
        lexer.skipSpace()
        let sign = lexer.bytes.peek(lexer.position)
        if sign == ascii("+") || sign == ascii("-") { lexer.position += 1 }
        if let generation = lexer.plainInteger(), sign != ascii("-") || generation == 0, isSeparated {
            lexer.skipSpace()
            if lexer.skip(keyword: "R") {
                // What cannot be an object is null (7.3.10), as a reference to an object that does not exist.
                let exists = number > 0 && number <= limits.objectNumber && generation <= 65_535
                return exists ? .reference(PDFReference(number, generation: generation)) : .null
            }
        }
        lexer.position = back
        return nil
    }

    /// Whether white space or a comment is next.
    private var isSeparated: Bool {
        let byte = lexer.bytes.peek(lexer.position)
        return Lexer.isSpace(byte) || byte == ascii("%")
    }

    private mutating func array(depth: Int) throws(PDFError) -> [PDFObject] {
        guard depth <= limits.depth else { throw PDFError(.tooDeep, "Arrays lie too deep within one another", offset: lexer.position) }
        var elements: [PDFObject] = []
        while true {
            switch try item(depth: depth) {
            case .value(let value): elements.append(value)
            case .arrayEnd, .end: return elements
            case .dictionaryEnd: continue
            case .word(let range):
                if endsObject(range) {
                    lexer.position = range.lowerBound
                    return elements
                }
            }
            if elements.count > limits.elements {
                throw PDFError(.tooLarge, "An array has too many elements", offset: lexer.position)
            }
        }
    }

    private mutating func dictionary(depth: Int) throws(PDFError) -> PDFDictionary {
        guard depth <= limits.depth else {
            throw PDFError(.tooDeep, "Dictionaries lie too deep within one another", offset: lexer.position)
        }
        var entries: [PDFDictionary.Entry] = []
        while entries.count <= limits.elements {
            let start = lexer.position
            let token = lexer.next()
            try budget.spend()
            switch token {
            case .dictionaryEnd, .end: return PDFDictionary(entries)
            case .name(let key):
                let valueStart = lexer.position
                switch try item(depth: depth) {
                case .value(let value): entries.append(PDFDictionary.Entry(key, value))
                case .dictionaryEnd, .end:
                    // A key without a value at the end.
                    return PDFDictionary(entries)
                case .arrayEnd: continue
                case .word(let range):
                    if endsObject(range) {
                        lexer.position = range.lowerBound
                        return PDFDictionary(entries)
                    }
                    lexer.position = max(range.upperBound, valueStart)
                }
            case .keyword(let range):
                if endsObject(range) {
                    lexer.position = range.lowerBound
                    return PDFDictionary(entries)
                }
            case .integer, .real, .string, .arrayStart, .arrayEnd, .dictionaryStart:
                // Something that is no key: passed over, as other readers do.
                if lexer.position == start { lexer.position += 1 }
            }
        }
        throw PDFError(.tooLarge, "A dictionary has too many entries", offset: lexer.position)
    }

    /// Whether a word is one that stands only outside objects, so that what it stands in was never closed.
    private func endsObject(_ range: Range<Int>) -> Bool {
        lexer.keyword(range, is: "endobj") || lexer.keyword(range, is: "stream") || lexer.keyword(range, is: "endstream")
            || lexer.keyword(range, is: "xref") || lexer.keyword(range, is: "obj") || lexer.keyword(range, is: "trailer")
    }
}
