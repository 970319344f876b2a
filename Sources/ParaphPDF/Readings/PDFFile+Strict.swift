/// Reads objects and trailers of a file as ISO 32000-2 has them written: before it is signed, where it was signed, and where what was signed is replaced.
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

extension PDFDictionary {
    /// Whether a trailer that was read strictly says the same under each key as it did before, and says it once.
    func says(_ keys: [StaticString], as read: PDFDictionary, but repeated: [(key: PDFName, depth: Int)] = []) -> Bool {
        for key in keys where self[key] != read[key] || repeated.contains(where: { $0.key == key }) { return false }
        return true
    }
}
