/// The numbers behind all of a file's objects that it refers to all the same.
///
/// Readers take what is missing for nothing (ISO 32000-2, 7.3.10). Once there is an object of that number, they take that: a picture that hid words may be shown no more.
struct MissingObjects {
    private var numbers: Set<Int> = []
    /// The last number that was looked for.
    private(set) var end = Int.max

    /// How many numbers behind the last object are looked for: more than any update makes objects.
    private static let most = 65_536
    /// How much is read of an object that cannot be read as one.
    private static let mostRead = 1 << 20

    /// None, for a file that nothing is written to.
    init() {}

    /// Reads every object of a file once, in time proportional to the file and to what its streams of objects give, and remembers 65,536 numbers at most.
    ///
    /// - Throws: ``PDFError``: only what limits and the clock say.
    init(of file: PDFFile) throws(PDFError) {
        let range = file.firstUnused..<file.firstUnused + Self.most
        end = range.upperBound
        var found: Set<Int> = []
        func note(_ number: Int) { if range.contains(number) { found.insert(number) } }
        ReferenceIndex.forEachReference(of: .dictionary(file.trailer), note)
        for (number, entry) in file.entries {
            do throws(PDFError) {
                ReferenceIndex.forEachReference(of: try file.once(number, entry).object, note)
            } catch {
                if error.isLimit { throw error }
                // Other programs may read what this one does not.
                if case .offset(let offset, _) = entry { try Self.read(file, from: offset, note) }
            }
        }
        numbers = found
    }

    func contains(_ number: Int) -> Bool { numbers.contains(number) }

    /// Finds what looks like a reference in bytes: two numbers and `R`, with white space and comments between them.
    private static func read(_ file: PDFFile, from start: Int, _ note: (Int) -> Void) throws(PDFError) {
        let end = min(file.bytes.count, start + mostRead)
        try file.budget.spend(end - start)
        var lexer = Lexer(file.bytes, at: start)
        while lexer.position < end {
            guard let number = lexer.passDigits(most: file.limits.objectNumber) else {
                lexer.position += 1
                continue
            }
            var rest = lexer
            rest.skipSpace()
            if rest.passDigits(most: file.limits.objectNumber) != nil {
                rest.skipSpace()
                if file.bytes.peek(rest.position) == ascii("R") { note(number) }
            }
            try file.budget.spend(rest.position - lexer.position)
        }
    }
}

extension Lexer {
    /// Passes digits, and gives their number or one more than the most; nil where there are none.
    fileprivate mutating func passDigits(most: Int) -> Int? {
        var number: Int?
        while let digit = Self.digit(bytes.peek(position)) {
            number = min((number ?? 0) * 10 + digit, most + 1)
            position += 1
        }
        return number
    }
}

extension PDFFile {
    /// The first number behind those of all objects.
    var firstUnused: Int {
        let size = trailer["Size"]?.integer ?? 0
        return max(1, table.highest + 1, size <= limits.objectNumber ? size : 0)
    }

    /// What the file refers to and does not have.
    func missing() throws(PDFError) -> MissingObjects {
        if let missingObjects { return missingObjects }
        // What is locked is refused when it is written.
        let found = isLocked ? MissingObjects() : try MissingObjects(of: self)
        missingObjects = found
        return found
    }

    /// The objects that there are, by number.
    var entries: [(number: Int, entry: CrossReferenceEntry)] {
        var entries: [(number: Int, entry: CrossReferenceEntry)] = []
        entries.reserveCapacity(table.count)
        table.forEach { number, entry in if !entry.isFree { entries.append((number, entry)) } }
        return entries
    }

    /// Reads an object without remembering it; says whether it is where the table says.
    func once(_ number: Int, _ entry: CrossReferenceEntry) throws(PDFError) -> (object: PDFObject, isPlaced: Bool) {
        switch entry {
        case .free: return (.null, true)
        case .offset(let offset, _):
            var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
            if let head = parser.head(), head.number == number { return (try parser.object(), true) }
            return (try object(number: number, entry), false)
        case .compressed(let stream, let index):
            guard let container = try objectStream(stream), let offset = container.offset(of: number, index: index) else {
                return (.null, false)
            }
            var parser = Parser(container.bytes, at: offset, limits: limits, budget: budget)
            return (try parser.object(), true)
        }
    }
}
