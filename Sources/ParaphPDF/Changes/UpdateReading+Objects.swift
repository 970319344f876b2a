extension UpdateReading {
    /// Reads the object that stands next.
    mutating func readObject(_ position: inout Int, _ place: inout Place) throws(PDFError) {
        guard let expected = places[position] ?? sectionStreams[position] else {
            let head = try StrictObject.head(new, at: position)
            return add(.hiddenObject, "Object \(head.number) lies behind what was signed and is in no table")
        }
        starts.insert(position)
        place = .object(expected.number)
        var parser = parser(at: position)
        let (reference, object) = try StrictObject.read(&parser, in: new)
        guard reference == expected else { throw PDFError(.malformed, "its number or generation is another than its entry's") }
        if let section = sectionStreams[position] {
            // The stream of a section needs no entry, but has no number that another object has.
            if let entry = new.table[section.number], !entry.isFree, entry != .offset(position, generation: section.generation) {
                throw PDFError(.malformed, "two objects have its number")
            }
        } else if object.dictionary?["Type"]?.name.map({ $0 == "XRef" }) ?? false {
            guard case .stream(let stream) = object else {
                throw PDFError(.malformed, "it is a cross-reference section that nothing leads to")
            }
            try checkSpareSection(stream, reference)
        }
        try check(object, reference, parser)
        if case .stream(let stream) = object, sectionStreams[position] == nil { try check(stream, reference) }
        position = parser.position
    }

    /// Checks what every object has to keep, wherever it stands.
    func check(_ object: PDFObject, _ reference: PDFReference, _ parser: StrictParser) throws(PDFError) {
        if parser.hasRepeatedKeys, object.stream != nil || !mayRepeat(parser.repeatedKeys, in: object, reference) {
            throw PDFError(.malformed, "a key stands twice in a dictionary")
        }
        if case .reference = object { throw PDFError(.malformed, "it is nothing but a reference") }
        if object.dictionary?["Type"]?.name.map({ $0 == "Catalog" }) ?? false, new.trailer["Root"]?.reference != reference {
            throw PDFError(.malformed, "it is a catalog that nothing leads to")
        }
        try checkNumbers(of: object)
        if case .compressed? = new.table[reference.number] {
        } else {
            try new.checkPadding(ofStrings: object, reference)
        }
        // Some programs do not ask for the generation.
        for target in parser.references {
            switch new.table[target.number] {
            case .offset(_, let generation)? where generation != target.generation:
                throw PDFError(.malformed, "it refers to another generation of an object")
            case .compressed? where target.generation != 0:
                throw PDFError(.malformed, "it refers to another generation of an object")
            default: break
            }
        }
    }

    /// Whether keys may stand twice with different values: only where they draw nothing, whether a reader takes the first or the last.
    ///
    /// That is so of what a signature says of itself, but for what makes it one, and of what the file says of itself.
    private func mayRepeat(_ keys: [(key: PDFName, depth: Int)], in object: PDFObject, _ reference: PDFReference) -> Bool {
        if keys.isEmpty { return true }
        guard let dictionary = object.dictionary else { return false }
        if new.trailer["Info"]?.reference == reference {
            return keys.allSatisfy { $0.depth == 1 && dictionary[$0.key]?.string != nil }
        }
        let known: [StaticString] = [
            "Type", "Name", "M", "Reason", "Location", "ContactInfo", "R", "V", "Prop_Build", "Prop_AuthTime", "Prop_AuthType",
        ]
        return dictionary.isSignature && keys.allSatisfy { item in item.depth == 1 && known.contains { item.key == $0 } }
    }

    /// Checks the data of a stream and, where it holds objects, each of these.
    mutating func check(_ stream: PDFStream, _ reference: PDFReference) throws(PDFError) {
        let dictionary = stream.dictionary
        try StrictObject.checkCoding(dictionary, in: new)
        let isContainer = dictionary["Type"]?.name.map { $0 == "ObjStm" } ?? false
        let data: PDFBytes
        do throws(PDFError) {
            data = try StrictObject.decoded(stream, in: new)
        } catch {
            guard error.code == .unsupported, !isContainer else { throw error }
            // Pictures.
            return
        }
        if isContainer { try checkContainer(dictionary, data, reference) }
    }

    /// Checks that each object of a stream is where the header says, once, and that the section names it there.
    mutating func checkContainer(_ dictionary: PDFDictionary, _ data: PDFBytes, _ reference: PDFReference) throws(PDFError) {
        guard reference.generation == 0, case .integer(let count)? = dictionary["N"], case .integer(let first)? = dictionary["First"],
            count >= 0, first >= 0, first <= data.count, count <= data.count
        else { throw PDFError(.malformed, "it does not tell what objects it holds") }
        var header = StrictParser(data, at: 0, limits: new.limits, budget: new.budget)
        var list: [(number: Int, offset: Int)] = []
        for _ in 0..<count {
            try new.budget.spend(4)
            header.skipSpace()
            guard let number = header.plainInteger(), Lexer.isSpace(data.peek(header.position)) else {
                throw PDFError(.malformed, "the list of its objects is broken")
            }
            header.skipSpace()
            guard let offset = header.plainInteger(), offset <= data.count - first, header.position <= first,
                offset > list.last?.offset ?? -1
            else { throw PDFError(.malformed, "the list of its objects is broken") }
            list.append((number, offset))
        }
        header.skipSpace()
        guard header.position >= first || count == 0, list.first?.offset ?? 0 >= 0 else {
            throw PDFError(.malformed, "the list of its objects is broken")
        }
        for (index, item) in list.enumerated() {
            guard entries[item.number] == .compressed(stream: reference.number, index: index), compressed.insert(item.number).inserted
            else {
                throw PDFError(.malformed, "it holds an object that no table tells of")
            }
            let end = index + 1 < list.count ? first + list[index + 1].offset : data.count
            var parser = StrictParser(data.part(0..<end), at: first + item.offset, limits: new.limits, budget: new.budget)
            parser.readsObjects = true
            guard !StrictParser.isSpace(data.peek(parser.position)) || parser.position == end else {
                throw PDFError(.malformed, "an object in it is not where it should be")
            }
            let object = try parser.object()
            parser.skipSpace()
            guard parser.position == end else { throw PDFError(.malformed, "something stands behind an object in it") }
            try check(object, PDFReference(item.number), parser)
        }
    }
}
