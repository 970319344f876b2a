/// Reads objects only as ISO 32000-2 has them written, so that every program reads the same; anything else is thrown as `malformed`.
///
/// It is for what was appended to signed bytes and what that replaces. Files as such are read by ``Parser``, which mends what it can.
struct StrictParser {
    let bytes: PDFBytes
    /// The offset of the next byte.
    var position: Int
    let limits: PDFLimits
    let budget: PDFBudget
    /// Every reference that was read, in the order of the file.
    private(set) var references: [PDFReference] = []
    /// Whether it reads objects, and not what a page draws: there a value may be a name without letters, which iText writes where the program has no name,
    /// and keys that stand twice are left to the caller, which knows what the object is for.
    var readsObjects = false
    /// Whether it reads what an update replaces: there comments and plus signs are passed, which all programs pass.
    var readsReplaced = false
    /// Keys that stand more than once with different values, with how deep their dictionaries lie: some programs take the first, others the last.
    private(set) var repeatedKeys: [(key: PDFName, depth: Int)] = []
    /// Whether any key stands more than once, whatever it says.
    private(set) var hasRepeatedKeys = false

    /// Beyond it programs stop at depths of their own.
    private static let mostDepth = 64
    /// Some programs cut off what is longer (ISO 32000-1, annex C).
    static let longestName = 127
    /// What every program can hold; beyond it some wrap and others stop at the highest.
    static let highestInteger = 2_147_483_647
    /// Digits after the point: beyond some forty, single precision has neither the number nor its scale.
    private static let mostDecimals = 30

    init(_ bytes: PDFBytes, at position: Int, limits: PDFLimits, budget: PDFBudget) {
        self.bytes = bytes
        self.position = position
        self.limits = limits
        self.budget = budget
    }

    func fault(_ detail: StaticString) -> PDFError { PDFError(.malformed, detail, offset: position) }

    /// Whether a byte is white space to every program: not all take NUL and form feed for such.
    @inline(__always)
    static func isSpace(_ byte: Int) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }

    /// Where what an offset leads to starts: some writers' offsets are those of the end of the line before, which every program passes.
    static func start(_ bytes: PDFBytes, at offset: Int) -> Int {
        var place = offset
        while place < offset + 2, isSpace(bytes.peek(place)) { place += 1 }
        return place
    }

    /// Passes white space, and comments where these count as such.
    mutating func skipSpace() {
        while true {
            let byte = bytes.peek(position)
            if byte == ascii("%"), readsReplaced {
                position = endOfLine(position)
            } else if Self.isSpace(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    private func endOfLine(_ place: Int) -> Int {
        var lexer = Lexer(bytes, at: place)
        lexer.skipLine()
        return lexer.position
    }

    /// Whether a word stands here, whole; passes it.
    mutating func skip(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard bytes.has(word, at: position), Lexer.isBoundary(bytes.peek(end)) else { return false }
        position = end
        return true
    }

    /// Reads the start of an indirect object: `12 0 obj`.
    mutating func head() throws(PDFError) -> PDFReference {
        guard let number = plainInteger(), skipSome(), let generation = plainInteger(), skipSome(), skip("obj") else {
            throw fault("it does not begin with its number, its generation and obj")
        }
        guard number > 0, number <= limits.objectNumber, generation <= 65_535 else {
            throw fault("its number or generation is out of range")
        }
        return PDFReference(number, generation: generation)
    }

    /// Digits without zeros in front.
    mutating func plainInteger() -> Int? {
        var lexer = Lexer(bytes, at: position)
        guard let value = lexer.plainInteger(), bytes.peek(position) != ascii("0") || lexer.position == position + 1 else { return nil }
        position = lexer.position
        return value
    }

    /// Passes white space; says whether there is any.
    private mutating func skipSome() -> Bool {
        let start = position
        skipSpace()
        return position > start
    }

    /// Reads one value.
    mutating func object(depth: Int = 0) throws(PDFError) -> PDFObject {
        skipSpace()
        try budget.spend(1)
        let byte = bytes.peek(position)
        switch byte {
        case ascii("/"): return .name(try name(mayBeEmpty: readsObjects))
        case ascii("("): return .string(try literalString())
        case ascii("["): return .array(try array(depth: depth + 1))
        case ascii("<"):
            if bytes.peek(position + 1) == byte { return .dictionary(try dictionary(depth: depth + 1)) }
            return .string(try hexadecimalString())
        case ascii("0")...ascii("9"), ascii("-"), ascii("."): return try number()
        case ascii("+") where readsReplaced: return try number()
        case ascii("%"): throw fault("a comment stands in it")
        default:
            if skip("null") { return .null }
            if skip("true") { return .boolean(true) }
            if skip("false") { return .boolean(false) }
            throw fault("something stands in it that is no value")
        }
    }

    private mutating func array(depth: Int) throws(PDFError) -> [PDFObject] {
        guard depth <= Self.mostDepth else { throw fault("its values lie too deep within one another") }
        position += 1
        var elements: [PDFObject] = []
        while true {
            skipSpace()
            if bytes.peek(position) == ascii("]") { break }
            elements.append(try object(depth: depth))
            if elements.count > limits.elements { throw PDFError(.tooLarge, "An array has too many elements", offset: position) }
        }
        position += 1
        return elements
    }

    private mutating func dictionary(depth: Int) throws(PDFError) -> PDFDictionary {
        guard depth <= Self.mostDepth else { throw fault("its values lie too deep within one another") }
        position += 2
        var entries: [PDFDictionary.Entry] = []
        while true {
            skipSpace()
            if bytes.peek(position) == ascii(">"), bytes.peek(position + 1) == ascii(">") { break }
            guard bytes.peek(position) == ascii("/") else { throw fault("a dictionary has something that is no key") }
            let key = try name()
            skipSpace()
            if bytes.peek(position) == ascii(">") { throw fault("a key has no value") }
            entries.append(PDFDictionary.Entry(key, try object(depth: depth)))
            if entries.count > limits.elements { throw PDFError(.tooLarge, "A dictionary has too many entries", offset: position) }
        }
        position += 2
        let dictionary = PDFDictionary(entries)
        if dictionary.entries.count != entries.count { try noteRepeated(entries, in: dictionary, depth: depth) }
        return dictionary
    }

    /// Notes which keys stand more than once and say different things.
    private mutating func noteRepeated(_ entries: [PDFDictionary.Entry], in dictionary: PDFDictionary, depth: Int) throws(PDFError) {
        guard readsObjects, entries.count <= Self.mostRepeating else { throw fault("a key stands twice in a dictionary") }
        hasRepeatedKeys = true
        for entry in entries {
            try budget.spend(4)
            let counted = dictionary.entries.first { $0.key == entry.key }
            if counted?.value != entry.value { repeatedKeys.append((entry.key, depth)) }
        }
    }

    /// How many entries a dictionary has at most that is looked through for what its keys say twice.
    private static let mostRepeating = 256

    /// A number, or a reference that begins with one.
    private mutating func number() throws(PDFError) -> PDFObject {
        let start = position
        var end = start
        if bytes.peek(end) == ascii("-") || bytes.peek(end) == ascii("+") { end += 1 }
        let first = end
        while Lexer.digit(bytes.peek(end)) != nil { end += 1 }
        let whole = end - first
        var decimals = 0
        let isReal = bytes.peek(end) == ascii(".")
        if isReal {
            end += 1
            while Lexer.digit(bytes.peek(end)) != nil {
                end += 1
                decimals += 1
            }
        }
        guard whole + decimals > 0, Lexer.isBoundary(bytes.peek(end)) else { throw fault("a number is written wrongly") }
        var lexer = Lexer(bytes, at: start)
        let token = lexer.number()
        position = end
        // Offsets of a file that is as long may be higher.
        let highest = Double(max(Self.highestInteger, bytes.count))
        switch token {
        case .integer(let value) where lexer.position == end && Double(value.magnitude) <= highest:
            if first == start, let reference = try reference(value, hasZeros: whole > 1 && bytes.peek(start) == ascii("0")) {
                return reference
            }
            return .integer(value)
        case .real(let value) where lexer.position == end && isReal && value.magnitude <= highest && decimals <= Self.mostDecimals:
            return .real(value)
        default: throw fault("a number is too large or too long")
        }
    }

    /// The rest of a reference, after its number; nil moves nothing.
    private mutating func reference(_ number: Int, hasZeros: Bool) throws(PDFError) -> PDFObject? {
        let back = position
        var lexer = Lexer(bytes, at: position)
        lexer.skipSpace()
        let start = lexer.position
        guard start > back, let generation = lexer.plainInteger(),
            Lexer.isSpace(bytes.peek(lexer.position)) || bytes.peek(lexer.position) == ascii("%")
        else { return nil }
        let end = lexer.position
        lexer.skipSpace()
        guard lexer.skip(keyword: "R") else { return nil }
        // Nothing but white space lies between, and no zeros in front.
        var place = back
        while place < lexer.position - 1 {
            let byte = bytes.peek(place)
            if byte == ascii("%"), readsReplaced {
                place = endOfLine(place)
                continue
            }
            guard Lexer.digit(byte) != nil || Self.isSpace(byte) else { throw fault("something stands within a reference") }
            place += 1
        }
        guard number > 0, number <= limits.objectNumber, generation <= 65_535, !hasZeros,
            end == start + 1 || bytes.peek(start) != ascii("0")
        else { throw fault("it refers to a number that is out of range") }
        position = lexer.position
        let reference = PDFReference(number, generation: generation)
        references.append(reference)
        return .reference(reference)
    }
}
