/// The numbers behind all of a file's objects that it refers to all the same.
///
/// Readers take what is missing for nothing (ISO 32000-2, 7.3.10). Once there is an object of that number, they take that: a picture that hid words may be shown no more.
struct MissingObjects {
    private var numbers: Set<Int> = []
    /// The numbers that are looked for.
    private var range = 0..<Int.max
    /// The first number that was not looked for.
    var end: Int { range.upperBound }

    /// How many numbers behind the last object are looked for: more than any update makes objects.
    private static let most = 65_536
    /// None, for a file that nothing is written to.
    init() {}

    /// Looks through all bytes of a file and of its streams of objects; remembers 65,536 numbers at most.
    ///
    /// What is not in use any more, what this program cannot read and what has only the form of a reference counts too: other programs may read it.
    /// Complexity: O(n) in the bytes of the file and of what its streams of objects give.
    ///
    /// - Throws: ``PDFError``: `ambiguous` for a file that programs read in two ways, and what limits and the clock say.
    init(of file: PDFFile) throws(PDFError) {
        range = file.firstUnused..<file.firstUnused + Self.most
        var bodies = file.sections.first?.kind == .repaired ? ObjectBodies(of: file) : nil
        let starts = try BodyStarts(in: file) { (pair) throws(PDFError) in
            if pair.isReference { add(pair, in: file.bytes) } else { try bodies?.add(pair) }
        }
        do throws(PDFError) {
            var reading = OneReading(of: file, bodies: starts)
            try reading.check()
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            throw PDFError(.ambiguous, error.detail, offset: error.offset, object: error.object)
        }
        for start in starts.containers {
            // They were read before.
            if let container = try file.members(at: start) { try read(container.bytes, file) }
        }
        try bodies?.addEntries()
        try bodies?.check(containers: starts.containers)
    }

    private mutating func read(_ bytes: PDFBytes, _ file: PDFFile) throws(PDFError) {
        try file.budget.spend(bytes.count)
        var place = 0
        while let pair = try NumberPair.next(in: bytes, from: place, budget: file.budget) {
            place = pair.number.upperBound
            if pair.isReference { add(pair, in: bytes) }
        }
    }

    private mutating func add(_ pair: NumberPair, in bytes: PDFBytes) {
        for number in pair.readings(in: bytes) where range.contains(number) { numbers.insert(number) }
    }

    func contains(_ number: Int) -> Bool { numbers.contains(number) }
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
