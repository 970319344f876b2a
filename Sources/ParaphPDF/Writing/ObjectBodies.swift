/// What stands in a damaged file for each number, and in which other ways programs may repair it.
///
/// Programs that find a table damaged look through the whole file instead, where mostly the last body of a number counts; what they find damaged differs. An update makes the table
/// sound and its own bodies the last: where that gave the same number another body, it would change what is seen. So none may stand elsewhere, not even within
/// a stream, for those programs look there too. Sound files are asked by ``OneReading``.
struct ObjectBodies {
    private let file: PDFFile
    private var states: [UInt8] = []
    /// Where cross-reference streams start.
    private var sections: [Int] = []
    /// Where the object ends that was read last: what stands before is within it.
    private var end = 0
    private var ends = StreamEnds()

    /// What is known of a number: bits of its state.
    private enum Finding {
        /// Its body is where this program reads it.
        static let found: UInt8 = 1
        /// Another body may count wherever the whole file is looked through.
        static let disputed: UInt8 = 2
        static let reached: UInt8 = 4
    }

    /// How many tables of a damaged file are compared.
    private static let mostTables = 16

    init(of file: PDFFile) {
        self.file = file
    }

    /// Looks at what may be the start of an object; the pairs of a file come in their order.
    ///
    /// Complexity: O(n) in the bytes of the file over all pairs, but for bodies of numbers that have several: each is compared with the one that counts.
    mutating func add(_ pair: NumberPair) throws(PDFError) {
        let start = pair.number.lowerBound
        let isWithin = start < end
        try file.budget.spend(isWithin ? BodyStarts.window : 16)
        var parser = parser(at: start, isWithin)
        guard pair.isPlain, let head = parser.head(), head.number <= file.limits.objectNumber else {
            for number in pair.readings(in: file.bytes) { mark(number, Finding.disputed) }
            return
        }
        let content = parser.lexer.position
        let dictionary = try pass(&parser, isWithin)
        if !isWithin {
            end = parser.lexer.position
            if dictionary["W"] != nil { sections.append(start) }
        }
        switch file.table[head.number] {
        case .offset(let offset, let generation)?:
            guard let own = try file.bodyPlace(of: head.number, at: offset) else { return mark(head.number, Finding.disputed) }
            if own.start == start {
                return mark(head.number, isWithin ? Finding.found | Finding.disputed : Finding.found)
            }
            if head.generation == generation, try file.hasSameBody(from: content, to: &parser.lexer, as: own.content) { return }
            mark(head.number, Finding.disputed)
        case .compressed, .free, nil: mark(head.number, Finding.disputed)
        }
    }

    /// Looks at what the table says, once all pairs were looked at.
    ///
    /// Complexity: O(n) in the objects that are in use.
    mutating func addEntries() throws(PDFError) {
        try file.budget.spend(file.table.count)
        for (number, entry) in file.entries {
            if case .offset = entry, !has(number, Finding.found) { mark(number, Finding.disputed) }
        }
    }

    /// Refuses a file that programs read in two ways, once all of it was looked at.
    ///
    /// Complexity: O(n) in the objects that are in use, in their bytes and in those of the streams of objects.
    /// - Parameter containers: Where streams of objects start, in use or not.
    /// - Throws: ``PDFError``: `ambiguous`, and what limits and the clock say.
    mutating func check(containers: [Int]) throws(PDFError) {
        guard let tables = try tables(), try hasOneRoot() else { throw Self.refusal }
        noteMembers(of: containers)
        var numbers: [Int] = []
        func reach(_ number: Int) {
            guard number > 0, number <= file.limits.objectNumber, !has(number, Finding.reached) else { return }
            mark(number, Finding.reached)
            numbers.append(number)
        }
        ReferenceIndex.forEachReference(of: ReferenceIndex.trailer(of: file), reach)
        while let number = numbers.popLast() {
            if has(number, Finding.disputed) { throw Self.refusal }
            guard let entry = file.table[number], !entry.isFree else { continue }
            if tables.contains(where: { $0[number]?.isFree ?? true }) { throw Self.refusal }
            // Some programs find no streams of objects where they look through a file.
            if case .compressed = entry { throw Self.refusal }
            if let object = try? file.once(number, entry).object { ReferenceIndex.forEachReference(of: object, reach) }
        }
        try file.budget.spend()
    }

    private static var refusal: PDFError { PDFError(.ambiguous, "what is damaged may be mended in several ways") }

    /// What the tables say that stand in a file that had to be repaired, for some program may read one; nil where this one cannot, or they are many.
    private func tables() throws(PDFError) -> [CrossReferenceTable]? {
        try file.budget.spend(file.bytes.count)
        var starts = sections
        var place = 0
        // What is cut off before its trailer is a table to no program.
        let trailer = file.bytes.last("trailer") ?? 0
        while let found = file.bytes.first("xref", from: place), found < trailer {
            if file.bytes.peek(found - 1) != ascii("t") { starts.append(found) }
            place = found + 4
        }
        guard starts.count <= Self.mostTables else { return nil }
        let reader = CrossReferenceReader(bytes: file.bytes, shift: 0, limits: file.limits, budget: file.budget)
        var tables: [CrossReferenceTable] = []
        for start in starts {
            guard let section = try? reader.section(at: start) else { return nil }
            tables.append(section.table)
        }
        return tables
    }

    /// Whether all that may be a trailer leads to the same catalog.
    private func hasOneRoot() throws(PDFError) -> Bool {
        for trailer in try file.scan().trailers where trailer["Root"] != nil {
            if trailer["Root"] != file.trailer["Root"] || trailer["Encrypt"] != file.trailer["Encrypt"] { return false }
        }
        return true
    }

    /// Notes what streams of objects hold beside what the table says: some programs take that for the newest.
    private mutating func noteMembers(of containers: [Int]) {
        for start in containers {
            for entry in (try? file.members(at: start))?.entries ?? [] {
                if case .compressed? = file.table[entry.number] { continue }
                mark(entry.number, Finding.disputed)
            }
        }
    }

    private mutating func mark(_ number: Int, _ finding: UInt8) {
        guard number > 0, number <= file.limits.objectNumber else { return }
        if number >= states.count { states.append(contentsOf: repeatElement(0, count: number + 1 - states.count)) }
        states[number] |= finding
    }

    private func has(_ number: Int, _ finding: UInt8) -> Bool { states.indices.contains(number) && states[number] & finding != 0 }

    /// Of a body within another only the beginning is read: there may be one every few bytes.
    private func parser(at place: Int, _ isWithin: Bool) -> Parser {
        let bytes = isWithin ? file.bytes.part(0..<min(file.bytes.count, place + BodyStarts.window)) : file.bytes
        return Parser(bytes, at: place, limits: file.limits, budget: file.budget)
    }

    /// Passes what follows the head of an object, but for a stream's data within those of another; gives the dictionary of a stream.
    private mutating func pass(_ parser: inout Parser, _ isWithin: Bool) throws(PDFError) -> PDFDictionary {
        let object: PDFObject
        do throws(PDFError) {
            object = try parser.object()
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            return PDFDictionary()
        }
        guard case .dictionary(let dictionary) = object, let start = parser.streamStart() else { return PDFDictionary() }
        if isWithin { return dictionary }
        _ = try parser.streamData(from: start, length: (try? file.resolve(dictionary["Length"]))?.integer, ends: &ends)
        return dictionary
    }
}
