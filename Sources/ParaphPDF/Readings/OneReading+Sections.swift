extension OneReading {
    /// Checks that every program finds the same sections, and reads the same in each.
    func checkSections() throws(PDFError) {
        guard !file.isRepaired, let newest = file.sections.first else { throw PDFError(.malformed, "its tables are damaged") }
        guard let place = file.bytes.last("startxref") else { throw PDFError(.malformed, "it has no end") }
        var end = parser(at: place)
        // The end itself looks like a comment.
        end.readsReplaced = false
        _ = try StrictSection.end(of: newest, end, shift: file.shift)
        try checkHeader(end)
        for (index, section) in file.sections.enumerated() {
            let trailer = section.kind == .stream ? try checkStream(section) : try checkTable(section)
            guard trailer.says(["Root", "Encrypt", "Size", "Prev"], as: section.trailer) else {
                throw PDFError(.malformed, "a trailer has several readings", offset: section.offset)
            }
            let previous = index + 1 < file.sections.count ? file.sections[index + 1].offset : nil
            guard try leads(trailer["Prev"], to: previous) else {
                throw PDFError(.malformed, "a section does not lead to the one before", offset: section.offset)
            }
        }
        // What lies beyond the size all the same is read by all.
        guard case .integer? = newest.trailer["Size"] else { throw PDFError(.malformed, "it does not tell its size") }
    }

    /// Checks that every program counts from the same place, where something lies before the header.
    private func checkHeader(_ end: StrictParser) throws(PDFError) {
        guard file.headerOffset > 0 else { return }
        // Programs look for the header in 1,019 bytes or a few more.
        guard file.headerOffset < 1_000 else { throw PDFError(.malformed, "its header is too far from its start") }
        let reader = CrossReferenceReader(
            bytes: file.bytes,
            shift: file.headerOffset - file.shift,
            limits: file.limits,
            budget: file.budget
        )
        var end = end
        _ = end.skip("startxref")
        end.skipSpace()
        if let start = end.plainInteger(), (try? reader.section(at: start)) != nil {
            throw PDFError(.malformed, "it has tables for those who count from its header and for those who do not")
        }
    }

    private func leads(_ value: PDFObject?, to offset: Int?) throws(PDFError) -> Bool {
        guard let value else { return offset == nil }
        guard case .integer(let place) = value, place > 0, place < file.bytes.count - file.shift, let offset else { return false }
        return StrictParser.start(file.bytes, at: place + file.shift) == offset
    }

    private func checkTable(_ section: CrossReferenceSection) throws(PDFError) -> PDFDictionary {
        var reader = StrictSection(parser(at: section.offset), shift: file.shift)
        let (list, trailer) = try reader.table()
        var table = CrossReferenceTable()
        for (number, entry) in list where !entry.isFree { try add(entry, number, to: &table, section) }
        if let hidden = trailer["XRefStm"] {
            guard case .integer(let place) = hidden, place > 0, place < file.bytes.count - file.shift else {
                throw PDFError(.malformed, "a section has a second one that is not there", offset: section.offset)
            }
            let second = try stream(at: StrictParser.start(file.bytes, at: place + file.shift))
            for key in ["Root", "Encrypt"] as [StaticString] {
                if let value = second.dictionary[key], value != trailer[key] {
                    throw PDFError(.malformed, "two sections disagree", offset: section.offset)
                }
            }
            // Some programs read what it leads to before what the table leads to.
            if let previous = second.dictionary["Prev"], previous != trailer["Prev"] {
                throw PDFError(.malformed, "two sections disagree", offset: section.offset)
            }
            for (number, entry) in second.list { try add(entry, number, to: &table, section) }
        }
        // What the table calls free is so to some programs, whatever the stream says.
        for (number, entry) in list where entry.isFree {
            if trailer["XRefStm"] == nil || !(table[number]?.isFree ?? true) { try add(entry, number, to: &table, section) }
            table.set(entry, for: number, keepingEarlier: true)
        }
        try compare(section, table)
        return trailer
    }

    private func checkStream(_ section: CrossReferenceSection) throws(PDFError) -> PDFDictionary {
        let (list, dictionary) = try stream(at: section.offset)
        var table = CrossReferenceTable()
        for (number, entry) in list { try add(entry, number, to: &table, section) }
        try compare(section, table)
        return dictionary
    }

    /// A section that names a number twice says the same of it.
    private func add(_ entry: CrossReferenceEntry, _ number: Int, to table: inout CrossReferenceTable, _ section: CrossReferenceSection)
        throws(PDFError)
    {
        if let known = table[number], known != entry {
            throw PDFError(.malformed, "a section says two things of a number", offset: section.offset)
        }
        table.set(entry, for: number, keepingEarlier: true)
    }

    private func stream(at place: Int) throws(PDFError) -> (list: [(number: Int, entry: CrossReferenceEntry)], dictionary: PDFDictionary) {
        var parser = parser(at: place)
        let (_, object) = try StrictObject.read(&parser, in: file)
        guard case .stream(let stream) = object, stream.dictionary["Type"]?.name.map({ $0 == "XRef" }) ?? false, !parser.hasRepeatedKeys
        else { throw PDFError(.malformed, "a section is none", offset: place) }
        try StrictObject.checkFilters(stream.dictionary, in: file)
        // Without its number it is decoded as it is: it is never encrypted (7.5.8.2).
        return (try StrictSection.entries(of: PDFStream(stream.dictionary, data: stream.data), in: file), stream.dictionary)
    }

    /// What the other reader made of it has to be the same.
    private func compare(_ section: CrossReferenceSection, _ table: CrossReferenceTable) throws(PDFError) {
        try file.budget.spend(table.count)
        var isSame = table.count == section.table.count
        table.forEach { number, entry in if section.table[number] != entry { isSame = false } }
        guard isSame else { throw PDFError(.malformed, "a section does not say the same to all", offset: section.offset) }
    }

    private func parser(at place: Int) -> StrictParser {
        var parser = StrictParser(file.bytes, at: place, limits: file.limits, budget: file.budget)
        parser.readsObjects = true
        parser.readsReplaced = true
        return parser
    }
}
