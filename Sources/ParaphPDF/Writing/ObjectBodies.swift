/// What stands in a file for each number, where its table names it and elsewhere.
///
/// Programs that find a table damaged look through the whole file instead, where mostly the last body of a number counts; what they find damaged differs. An update makes the table
/// sound and its own bodies the last: where that gave the same number another body, it would change what is seen. So none may stand behind the one that counts, not even within
/// a stream, for those programs look there too.
struct ObjectBodies {
    private let file: PDFFile
    private let isRepaired: Bool
    private var states: [UInt8] = []
    /// What is known of any number.
    private var findings: UInt8 = 0
    /// Where streams of objects start, in use or not.
    private(set) var containers: Set<Int> = []
    /// Where cross-reference streams start.
    private var sections: [Int] = []
    /// Where the object ends that was read last: what stands before is within it.
    private var end = 0
    private var ends = StreamEnds()
    /// The highest number in use.
    private var highest = 0

    /// What is known of a number: bits of its state.
    private enum Finding {
        /// Its body is where this program reads it.
        static let found: UInt8 = 1
        /// Another body may count wherever the whole file is looked through, for it stands behind.
        static let superseded: UInt8 = 2
        /// Another body may count there.
        static let disputed: UInt8 = 4
        /// The table says where its body is, and is wrong.
        static let misplaced: UInt8 = 8
        static let reached: UInt8 = 16
    }

    /// How far from the end of a file programs look for where its newest section is.
    private static let searched = 1_024
    /// How many tables of a repaired file are compared.
    private static let mostTables = 16

    init(of file: PDFFile) {
        self.file = file
        isRepaired = file.sections.first?.kind == .repaired
    }

    /// Looks at what may be the start of an object; the pairs of a file come in their order.
    ///
    /// Complexity: O(n) in the bytes of the file over all pairs, but for bodies of numbers that have several: each is compared with the one that counts.
    mutating func add(_ pair: NumberPair) throws(PDFError) {
        try file.budget.spend(16)
        let start = pair.number.lowerBound
        var parser = parser(at: start)
        guard pair.isPlain, let head = parser.head(), head.number <= file.limits.objectNumber else {
            // `2.0 objects` is prose.
            let isProse = file.bytes.has("object", at: pair.word)
            for number in pair.readings(in: file.bytes) {
                if isProse { mark(number, Finding.disputed) } else { try note(number, at: start) }
            }
            return
        }
        let content = parser.lexer.position
        let isWithin = start < end
        let dictionary = try pass(&parser, isWithin)
        if dictionary["First"] != nil { containers.insert(start) }
        if !isWithin {
            end = parser.lexer.position
            if dictionary["W"] != nil { sections.append(start) }
        }
        switch file.table[head.number] {
        case .offset(let offset, let generation)?:
            guard let own = try file.bodyPlace(of: head.number, at: offset) else { return mark(head.number, Finding.disputed) }
            if own.start == start {
                mark(head.number, isWithin ? Finding.found | Finding.superseded : Finding.found)
                if !own.isRight || head.generation != generation { mark(head.number, Finding.misplaced) }
                return
            }
            parser.lexer.skipSpace()
            if head.generation == generation, file.bytes.has("endobj", at: parser.lexer.position) {
                // Word for word: what this program passes over others may read.
                let length = parser.lexer.position + 6 - content
                try file.budget.spend(length >> 3)
                if file.bytes.part(content..<content + length).hasSameBytes(as: file.bytes.part(own.content..<own.content + length)) {
                    return
                }
            }
            if start > own.start || head.generation > generation {
                mark(head.number, Finding.superseded)
            } else if isRepaired {
                mark(head.number, Finding.disputed)
            }
        case .compressed, .free, nil: try note(head.number, at: start)
        }
    }

    /// Looks at what a stream of objects holds: programs that look through the file read it even where the table calls it free.
    mutating func add(_ container: ObjectStream, at start: Int) throws(PDFError) {
        for (number, _) in container.entries {
            if try own(number).map({ start > $0 }) ?? false { mark(number, Finding.superseded) }
        }
    }

    /// Looks at what the table says, once all pairs were looked at.
    ///
    /// Complexity: O(n) in the objects that are in use.
    mutating func addEntries() throws(PDFError) {
        for (number, entry) in file.entries {
            highest = number
            if case .compressed(let stream, _) = entry, case .offset(let offset, _)? = file.table[stream],
                let own = try file.bodyPlace(of: stream, at: offset)
            {
                containers.insert(own.start)
            }
            guard case .offset(let offset, _) = entry, !has(number, Finding.found) else { continue }
            let isRight = try file.bodyPlace(of: number, at: offset)?.isRight ?? false
            mark(number, isRight ? Finding.disputed : Finding.disputed | Finding.misplaced)
        }
    }

    /// Refuses a file that programs read in two ways, once all of it was looked at.
    ///
    /// Complexity: O(n) in the objects that are in use; where there is doubt, in their bytes and those of the streams of objects.
    /// - Throws: ``PDFError``: `ambiguous`, and what limits and the clock say.
    mutating func check() throws(PDFError) {
        var isDoubtful = file.table.isShifted || !isFound(before: endOfText)
        let isNear = file.bytes.last("startxref").map { file.bytes.count - $0 <= Self.searched } ?? false
        // Only padding hides the newest section: nothing else makes what streams of objects hold doubtful.
        let isPadded = !isDoubtful && !isNear && findings & Finding.misplaced == 0
        if !isNear { isDoubtful = true }
        guard isDoubtful || findings & (Finding.superseded | Finding.misplaced) != 0 else { return }
        let tables = try tables()
        let hasOneRoot = try hasOneRoot()
        if !isPadded { noteMembers() }
        var isDisputed = tables == nil || !hasOneRoot
        var numbers: [Int] = []
        func reach(_ number: Int) {
            guard number > 0, number <= file.limits.objectNumber, !has(number, Finding.reached) else { return }
            mark(number, Finding.reached)
            numbers.append(number)
        }
        ReferenceIndex.forEachReference(of: ReferenceIndex.trailer(of: file), reach)
        while let number = numbers.popLast() {
            if has(number, Finding.superseded) { throw Self.refusal }
            if has(number, Finding.misplaced) { isDoubtful = true }
            if has(number, Finding.disputed) { isDisputed = true }
            guard let entry = file.table[number], !entry.isFree else { continue }
            if tables?.contains(where: { $0[number]?.isFree ?? true }) ?? false { isDisputed = true }
            if case .compressed(let stream, _) = entry {
                // Some programs find no streams of objects where they look through a file.
                if !isPadded { isDisputed = true }
                reach(stream)
            }
            if isDoubtful, isDisputed { throw Self.refusal }
            if let object = try? file.once(number, entry).object { ReferenceIndex.forEachReference(of: object, reach) }
        }
        try file.budget.spend()
        if isDoubtful, isDisputed { throw Self.refusal }
    }

    static var refusal: PDFError { PDFError(.ambiguous, "Programs read this file in two ways; print it to a new PDF") }

    /// Whether every program finds the newest section, and believes its trailer.
    private func isFound(before end: Int) -> Bool {
        guard !isRepaired, let section = file.sections.first, section.trailer["Root"] != nil,
            let size = section.trailer["Size"]?.integer, size > highest, size <= file.limits.objectNumber + 1,
            let place = file.bytes.last("startxref"), end - place <= Self.searched
        else { return false }
        func skipSpace(_ place: Int) -> Int {
            var place = place
            while Lexer.isSpace(file.bytes.peek(place)) { place += 1 }
            return place
        }
        var lexer = Lexer(file.bytes, at: skipSpace(place + 9))
        // A number without digits is none of a section.
        return skipSpace((lexer.plainInteger() ?? file.bytes.count) + file.shift) == section.offset
    }

    /// What the tables say that stand in a file that had to be repaired, for some program may read one; nil where this one cannot, or they are many.
    private func tables() throws(PDFError) -> [CrossReferenceTable]? {
        guard isRepaired else { return [] }
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
    private mutating func noteMembers() {
        for start in containers {
            for entry in (try? file.members(at: start))?.entries ?? [] {
                if case .compressed? = file.table[entry.number] { continue }
                mark(entry.number, Finding.disputed)
            }
        }
    }

    /// Where a file ends but for white space and zeros.
    private var endOfText: Int {
        var end = file.bytes.count
        while end > 0, Lexer.isSpace(file.bytes.peek(end - 1)) { end -= 1 }
        return end
    }

    /// Notes a body of a number that the table has elsewhere or not at all.
    private mutating func note(_ number: Int, at start: Int) throws(PDFError) {
        mark(number, try own(number).map { start > $0 } ?? false ? Finding.superseded : Finding.disputed)
    }

    /// Where the body of a number starts that counts, or the stream of objects that it is in.
    private func own(_ number: Int) throws(PDFError) -> Int? {
        try file.budget.spend(2)
        guard number > 0, number <= file.limits.objectNumber else { return nil }
        return try file.bodyStart(of: number)
    }

    private mutating func mark(_ number: Int, _ finding: UInt8) {
        guard number > 0, number <= file.limits.objectNumber else { return }
        if number >= states.count { states.append(contentsOf: repeatElement(0, count: number + 1 - states.count)) }
        states[number] |= finding
        findings |= finding
    }

    private func has(_ number: Int, _ finding: UInt8) -> Bool { states.indices.contains(number) && states[number] & finding != 0 }

    private func parser(at place: Int) -> Parser { Parser(file.bytes, at: place, limits: file.limits, budget: file.budget) }

    /// Passes what follows the head of an object, but for a stream's data within those of another; gives the dictionary of a stream.
    private mutating func pass(_ parser: inout Parser, _ isWithin: Bool) throws(PDFError) -> PDFDictionary {
        guard case .dictionary(let dictionary)? = try? parser.object(), let start = parser.streamStart() else { return PDFDictionary() }
        if isWithin { return dictionary }
        _ = try parser.streamData(from: start, length: (try? file.resolve(dictionary["Length"]))?.integer, ends: &ends)
        return dictionary
    }
}
