extension UpdateReading {
    /// Reads the section and, in a hybrid update, its stream.
    mutating func read(_ section: CrossReferenceSection) throws(PDFError) {
        var list: [(number: Int, entry: CrossReferenceEntry)]
        let trailer: PDFDictionary
        if section.kind == .stream {
            (list, trailer) = try readStream(at: section.offset)
        } else {
            var reader = StrictSection(parser(at: section.offset), shift: new.shift)
            (list, trailer) = try reader.table()
            words.insert(reader.trailerPlace)
        }
        try take(list)
        self.trailer = trailer
        try StrictSection.check(trailer, after: old, shift: new.shift)
        if section.kind != .stream, let hidden = trailer["XRefStm"] {
            guard case .integer(let offset) = hidden, offset >= 0, offset <= new.bytes.count - new.shift, offset + new.shift >= start else {
                throw PDFError(.malformed, "its second section is not where it should be")
            }
            try compareHybrid(readStream(at: offset + new.shift), at: offset + new.shift)
        }
        guard let size = trailer["Size"]?.integer, size > entries.keys.max() ?? 0 else {
            throw PDFError(.malformed, "the size that it tells leaves objects out")
        }
        // What the other reader made of it has to be the same.
        let own = section.table
        guard own.count == entries.count else { throw PDFError(.malformed, "its entries do not say the same to all") }
        for (number, entry) in entries {
            guard own[number] == entry else { throw PDFError(.malformed, "its entries do not say the same to all") }
        }
    }

    mutating func take(_ list: [(number: Int, entry: CrossReferenceEntry)]) throws(PDFError) {
        for (number, entry) in list {
            try new.budget.spend(4)
            guard entries.updateValue(entry, forKey: number) == nil else {
                throw PDFError(.malformed, "it names a number twice")
            }
            guard case .offset(let offset, let generation) = entry else { continue }
            let place = StrictParser.start(new.bytes, at: offset)
            guard places.updateValue(PDFReference(number, generation: generation), forKey: place) == nil else {
                throw PDFError(.malformed, "it names one place twice")
            }
        }
    }

    /// Reads the cross-reference stream at an offset.
    mutating func readStream(at offset: Int) throws(PDFError) -> (
        list: [(number: Int, entry: CrossReferenceEntry)], trailer: PDFDictionary
    ) {
        var parser = parser(at: offset)
        let (reference, object) = try StrictObject.read(&parser, in: new)
        guard case .stream(let stream) = object, stream.dictionary["Type"]?.name.map({ $0 == "XRef" }) ?? false,
            !parser.hasRepeatedKeys
        else { throw PDFError(.malformed, "its section is none") }
        sectionStreams[offset] = reference
        try StrictObject.checkFilters(stream.dictionary, in: new)
        // Without its number it is decoded as it is: it is never encrypted (7.5.8.2).
        let list = try StrictSection.entries(of: PDFStream(stream.dictionary, data: stream.data), in: new)
        return (list, stream.dictionary)
    }

    /// In a hybrid update table and stream say the same: programs read one, the other or both, in either order.
    mutating func compareHybrid(
        _ second: (list: [(number: Int, entry: CrossReferenceEntry)], trailer: PDFDictionary),
        at offset: Int
    ) throws(PDFError) {
        for (number, entry) in second.list where entries[number] != entry {
            guard entries[number] == nil, sectionStreams[offset]?.number == number else {
                throw PDFError(.malformed, "its two sections disagree")
            }
            try take([(number, entry)])
        }
        try compareTrailers(second.trailer)
    }

    /// PDFBox writes a cross-reference stream and behind it a table that names it as any object.
    ///
    /// Nothing leads to it, but a reader that searches finds it: so it says the same as the section.
    func checkSpareSection(_ stream: PDFStream, _ reference: PDFReference) throws(PDFError) {
        try StrictObject.checkFilters(stream.dictionary, in: new)
        for (number, entry) in try StrictSection.entries(of: PDFStream(stream.dictionary, data: stream.data), in: new) {
            try new.budget.spend(4)
            guard let known = entries[number] else { throw PDFError(.malformed, "its two sections disagree") }
            guard known == entry || known.isFree && entry.isFree else { throw PDFError(.malformed, "its two sections disagree") }
        }
        guard stream.dictionary["Root"] != nil else { throw PDFError(.malformed, "its two sections disagree") }
        try compareTrailers(stream.dictionary)
    }

    private func compareTrailers(_ second: PDFDictionary) throws(PDFError) {
        for key in ["Root", "Encrypt", "Info", "ID", "Prev"] as [StaticString] {
            if let value = second[key], value != trailer[key] { throw PDFError(.malformed, "its two sections disagree") }
        }
    }
}
