/// What an update replaces must have had one reading: programs that read it otherwise saw something else before, and see what this program read from then
/// on.
extension StateComparison {
    /// Notes where programs read an object of the old state in several ways.
    func question(_ number: Int?) throws(PDFError) {
        // What the file says of itself is drawn nowhere.
        guard let number, let entry = old.table[number], !entry.isFree, old.trailer["Info"]?.reference?.number != number,
            questioned.insert(number).inserted
        else { return }
        do throws(PDFError) {
            if case .compressed(let stream, _) = entry, questioned.insert(-stream).inserted { try old.checkMembers(of: stream) }
            let (object, parser) = try old.readStrictly(number, entry)
            try UpdateReading(old, old).check(object, PDFReference(number, generation: entry.generation ?? 0), parser)
            try checkPlaces(in: object)
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            isAmbiguous = true
            add(Finding(.object, "Object \(number), which was replaced, cannot be read in one way: \(error.detail)", .never))
        }
    }

    /// Notes where another body of an object stands behind the one that counts in the old state, for programs that look through the whole file take that.
    func questionBodies(of number: Int) throws(PDFError) {
        guard let bodies, let entry = old.table[number], let own = try old.bodyStart(of: number) else { return }
        for start in bodies.starts(of: number) where start > own && start < old.bytes.count {
            if case .offset = entry, try old.hasSameBodies(at: own, and: start) { continue }
            isAmbiguous = true
            return add(Finding(.object, "Object \(number), which was replaced, stands in what was signed more than once", .never))
        }
    }

    /// Notes where programs read in several ways what document the old state leads to.
    func questionTrailer() throws(PDFError) {
        guard let section = old.sections.first(where: { $0.trailer["Root"] != nil }), section.kind != .repaired else { return }
        do throws(PDFError) {
            let (trailer, parser) = try old.trailerStrictly(of: section)
            for key in ["Root", "Encrypt"] as [StaticString] {
                guard trailer[key] == old.trailer[key], !parser.repeatedKeys.contains(where: { $0.key == key }) else {
                    throw PDFError(.malformed, "it has several readings")
                }
            }
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            isAmbiguous = true
            add(Finding(.root, "The trailer, which was replaced, cannot be read in one way: \(error.detail)", .never))
        }
    }

    /// Asks the same of what a replaced object referred to and does not any more, and of what it inherits from.
    func questionNeighbours(of before: PDFObject, before after: PDFObject) throws(PDFError) {
        var known: Set<Int> = []
        ReferenceIndex.forEachReference(of: after) { known.insert($0) }
        var left: [Int] = []
        ReferenceIndex.forEachReference(of: before) { if !known.contains($0) { left.append($0) } }
        try old.budget.spend(known.count + left.count)
        while let number = left.popLast() {
            guard known.insert(number).inserted, questionedNeighbours.insert(number).inserted else { continue }
            try old.budget.spend(4)
            try question(number)
            // Lists of lists.
            let object = try old.resolve(.reference(PDFReference(number)))
            if object.array != nil {
                let count = left.count
                ReferenceIndex.forEachReference(of: object) { if !known.contains($0) { left.append($0) } }
                try old.budget.spend(left.count - count)
            }
        }
        var node = before
        for _ in 0..<64 {
            guard let parent = node.dictionary?["Parent"], let number = parent.reference?.number, !questioned.contains(number) else {
                break
            }
            try question(number)
            node = try old.resolve(parent)
        }
    }

    /// Checks that boxes are four numbers: for others each program has its own size of paper.
    private func checkPlaces(in object: PDFObject) throws(PDFError) {
        guard let dictionary = object.dictionary else { return }
        for key in ["MediaBox", "CropBox"] as [StaticString] {
            let box = try old.resolve(dictionary[key])
            if box.isNull, dictionary[key] == nil { continue }
            guard let sides = box.array, sides.count == 4 else { throw PDFError(.malformed, "a box in it is none") }
            for side in sides where try old.resolve(side).number == nil { throw PDFError(.malformed, "a box in it is none") }
        }
    }
}

extension PDFFile {
    /// Reads an object where this program finds it, as ISO 32000-2 has it written; strings stay encrypted, and a stream is its dictionary.
    ///
    /// A stream's length may leave out white space before `endstream` where `mayMiscount` says so.
    ///
    /// - Throws: ``PDFError``: `malformed` where it is written otherwise, but for comments, or reads as something else.
    func readStrictly(_ number: Int, _ entry: CrossReferenceEntry, mayMiscount: Bool = false) throws(PDFError) -> (
        PDFObject, StrictParser
    ) {
        var strict: StrictParser
        var parser: Parser
        let reference = PDFReference(number, generation: entry.generation ?? 0)
        switch entry {
        case .free: throw PDFError(.missing, "it is not in use")
        case .offset(let offset, _):
            guard let place = try bodyPlace(of: number, at: offset) else { throw PDFError(.missing, "it is not there") }
            parser = Parser(bytes, at: place.content, limits: limits, budget: budget)
            strict = strictParser(bytes, at: place.start)
            guard try strict.head() == reference else { throw strict.fault("it has another number") }
        case .compressed(let stream, let index):
            guard let container = try objectStream(stream), index < container.entries.count, container.entries[index].number == number
            else { throw PDFError(.missing, "it is not there") }
            let (offset, end) = (container.entries[index].offset, container.end(at: index))
            guard offset <= end else { throw PDFError(.malformed, "its stream tells in several ways where it is") }
            parser = Parser(container.bytes, at: offset, limits: limits, budget: budget)
            strict = strictParser(container.bytes.part(0..<end), at: offset)
        }
        let object = try strict.object()
        guard try parser.object() == object else { throw strict.fault("it has several readings") }
        if case .compressed = entry {
            // Some programs read on: a dictionary before `stream` is a stream to them.
            strict.skipSpace()
            guard strict.position == strict.bytes.count else { throw strict.fault("something stands behind it") }
            return (object, strict)
        }
        strict.skipSpace()
        if case .dictionary(let dictionary) = object, bytes.has("stream", at: strict.position) {
            _ = try StrictObject.data(of: dictionary, reference, &strict, in: self, mayMiscount: mayMiscount)
            strict.skipSpace()
        }
        guard strict.skip("endobj") else { throw strict.fault("it does not end with endobj") }
        return (object, strict)
    }

    /// Reads the trailer of a section as ISO 32000-2 has it written.
    func trailerStrictly(of section: CrossReferenceSection) throws(PDFError) -> (PDFDictionary, StrictParser) {
        var parser = strictParser(bytes, at: section.offset)
        if section.kind == .stream {
            _ = try parser.head()
        } else {
            guard let place = bytes.first("trailer", from: section.offset, before: section.end) else { throw parser.fault("it is none") }
            parser.position = place + 7
        }
        guard let dictionary = try parser.object().dictionary else { throw parser.fault("it is none") }
        return (dictionary, parser)
    }

    /// Checks that a stream of objects tells in one way where they are.
    func checkMembers(of number: Int) throws(PDFError) {
        guard let entry = table[number], let container = try objectStream(number) else { throw PDFError(.missing, "it is not there") }
        let (object, parser) = try readStrictly(number, entry)
        guard let dictionary = object.dictionary, parser.repeatedKeys.isEmpty, case .integer(let count)? = dictionary["N"],
            count == container.entries.count, case .integer(let first)? = dictionary["First"]
        else { throw PDFError(.malformed, "its stream does not tell what objects it holds") }
        try StrictObject.checkFilters(dictionary, in: self)
        var header = strictParser(container.bytes, at: 0)
        header.readsReplaced = false
        var last = -1
        for entry in container.entries {
            header.skipSpace()
            let number = header.plainInteger()
            header.skipSpace()
            // Programs end each where the next one in the list begins.
            guard number == entry.number, let offset = header.plainInteger(), first + offset == entry.offset, offset > last else {
                throw header.fault("the list of its objects is broken")
            }
            last = offset
        }
        // Some programs read no further than /First for the list.
        let isWhole = header.position <= first
        header.readsReplaced = true
        header.skipSpace()
        guard isWhole, header.position >= first || count == 0 else { throw header.fault("the list of its objects is broken") }
        guard Set(container.entries.map { $0.number }).count == count else { throw header.fault("its stream has a number twice") }
    }

    private func strictParser(_ bytes: PDFBytes, at place: Int) -> StrictParser {
        var parser = StrictParser(bytes, at: place, limits: limits, budget: budget)
        parser.readsObjects = true
        parser.readsReplaced = true
        return parser
    }
}
