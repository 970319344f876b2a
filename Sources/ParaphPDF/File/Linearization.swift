/// What the first object of a file says of it as linearised (ISO 32000-2, annex F).
///
/// Where the length that it names is that of the file, poppler and pdf.js take the newest cross-reference section, the number of pages and which object a page is
/// from it and its hints; MuPDF and this module ask the end of the file, and so does everybody once the file has another length.
enum Linearization {
    /// Nothing, or nothing any more: the file was updated since.
    case none
    /// That its length is the file's.
    case current(PDFDictionary)
    /// That its length is one to come, or something that programs may read differently.
    case unclear
}

extension PDFFile {
    /// What the first object says.
    ///
    /// - Throws: ``PDFError``: only what limits and the clock say.
    func linearization() throws(PDFError) -> Linearization {
        var lexer = Lexer(bytes, at: headerOffset)
        lexer.skipSpace()
        let start = lexer.position
        switch lexer.next() {
        case .integer, .real: break
        // Some programs read other words as numbers.
        default: return try mentionsLinearization(from: start) ? .unclear : .none
        }
        var parser = StrictParser(bytes, at: start, limits: limits, budget: budget)
        parser.readsObjects = true
        let value: PDFObject
        do throws(PDFError) {
            _ = try parser.head()
            value = try parser.object()
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            return try mentionsLinearization(from: start) ? .unclear : .none
        }
        guard let dictionary = value.dictionary, dictionary["Linearized"] != nil else { return .none }
        guard parser.repeatedKeys.isEmpty, case .integer(let length)? = dictionary["L"], length >= 0 else { return .unclear }
        // pdf.js does not count what lies before the header, poppler does.
        if length < bytes.count - headerOffset { return .none }
        return length == bytes.count - headerOffset ? .current(dictionary) : .unclear
    }

    /// Refuses a file that programs read differently because of what its first object says, as an update would make them agree.
    ///
    /// - Throws: ``PDFError``: `ambiguous`, and what limits and the clock say.
    func checkLinearization() throws(PDFError) {
        let isRight =
            switch try linearization() {
            case .none: true
            case .unclear: false
            case .current(let dictionary): try isRight(dictionary)
            }
        guard isRight else { throw PDFError(.ambiguous, "it says wrongly how it is linearised") }
    }

    /// Whether programs read the file as it is differently, because its first object is believed by some and wrong.
    ///
    /// - Throws: ``PDFError``: what reading its pages throws.
    func isLinearizedWrongly() throws(PDFError) -> Bool {
        guard case .current(let dictionary) = try linearization() else { return false }
        return try !isRight(dictionary)
    }

    /// Whether what is no plain object may say to some program that the file is linearised.
    private func mentionsLinearization(from start: Int) throws(PDFError) -> Bool {
        try budget.spend((bytes.count - start) >> 3)
        if bytes.first("Linearized", from: start) != nil { return true }
        var lexer = Lexer(bytes, at: start)
        for _ in 0..<Self.mostTokens {
            try budget.spend(1)
            switch lexer.next() {
            case .name(let name): if name == "Linearized" { return true }
            case .end: return false
            default: break
            }
        }
        return false
    }

    /// How far a first object is read that is not written plainly.
    private static let mostTokens = 65_536
}

/// What the first object says, against what is there.
extension PDFFile {
    private func isRight(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if isLocked { return true }
        guard beginsWithNewestSection, try hasRightTable(dictionary) else { return false }
        let pages = try pages()
        let first = dictionary["P"] == nil ? 0 : number(dictionary["P"])
        guard number(dictionary["N"]) == pages.count, first >= 0, first < pages.count,
            pages[first].reference?.number == number(dictionary["O"])
        else { return false }
        // poppler takes these pages as they are, without what they inherit.
        for page in pages {
            for entry in page.inherited.entries where page.dictionary.entries.first(where: { $0.key == entry.key }) == nil { return false }
        }
        return pages.count == 1 ? true : try hasRightHints(dictionary, pages, first: first)
    }

    /// A number that stands there itself, or -1.
    private func number(_ object: PDFObject?) -> Int {
        if case .integer(let value)? = object { return value }
        return -1
    }

    /// Whether the newest section is the one behind the first object, whose end programs look for in the first 1,024 bytes.
    private var beginsWithNewestSection: Bool {
        guard let place = bytes.first("endobj", from: headerOffset, before: headerOffset + 1_018) else { return false }
        var lexer = Lexer(bytes, at: place + 6)
        lexer.skipSpace()
        return sections.first.map { $0.kind != .repaired && $0.offset == lexer.position } ?? false
    }

    /// Whether what the newest table leaves out is in the one before, whose entries stand where /T says: poppler finds them there by their numbers.
    private func hasRightTable(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let newest = sections.first, newest.kind != .stream else { return true }
        try budget.spend(table.highest)
        var next = 1
        while next <= table.highest, newest.table[next] != nil { next += 1 }
        if next > table.highest { return true }
        guard sections.count == 2, sections[1].kind == .table, !sections[1].table.isShifted, table.count == table.highest + 1
        else { return false }
        var lexer = Lexer(bytes, at: sections[1].offset + 4)
        lexer.skipSpace()
        guard lexer.plainInteger() == 0 else { return false }
        lexer.skipSpace()
        guard let count = lexer.plainInteger(), count == sections[1].table.count else { return false }
        lexer.skipSpace()
        // The space before the first entry is meant; poppler reads twenty bytes from there.
        let start = lexer.position - headerOffset
        let entries = number(dictionary["T"])
        guard entries <= start, entries >= start - 2 else { return false }
        for index in 0..<count * 20 {
            let byte = bytes.peek(lexer.position + index)
            let isRight =
                switch index % 20 {
                case 10, 16: byte == 32
                case 17: byte == ascii("n") || byte == ascii("f")
                case 18, 19: StrictParser.isSpace(byte)
                default: Lexer.digit(byte) != nil
                }
            if !isRight { return false }
        }
        return true
    }

    /// Whether the hints lead to the pages as they are: poppler goes by them where all that they lead to are pages.
    private func hasRightHints(_ dictionary: PDFDictionary, _ pages: [PDFPage], first: Int) throws(PDFError) -> Bool {
        guard let hints = dictionary["H"]?.array, hints.count == 2 else { return false }
        let length = number(hints[1])
        guard number(hints[0]) >= 0, number(hints[0]) < bytes.count, length >= 0, length < bytes.count else { return false }
        let start = number(hints[0]) + headerOffset
        var parser = Parser(bytes, at: start, limits: limits, budget: budget)
        guard let head = parser.head(), table[head.number] == .offset(start, generation: head.generation),
            let stream = try object(PDFReference(head.number, generation: head.generation)).stream,
            bytes.last("endstream", from: start + stream.data.count, before: start + length) != nil
        else { return false }
        // Where the numbers of objects per page begin, and how they are written (tables F.3 and F.4).
        let data = try decoded(stream).bytes
        guard let least = data.u32(0), let width = data.u16(8), width < 24, least < limits.objectNumber,
            pages.count * width <= (data.count - 36) * 8
        else { return false }
        var number = 1
        var isSame = true
        for index in 1..<pages.count {
            if pages[index > first ? index : index - 1].reference?.number != number {
                isSame = false
                guard let entry = table[number], let type = try object(number: number, entry).dictionary?["Type"],
                    try resolve(type).name.map({ $0 == "Page" }) ?? false
                else { return true }
            }
            var more = 0
            for bit in 288 + index * width..<288 + (index + 1) * width { more = more << 1 | data.peek(bit >> 3) >> (7 - bit & 7) & 1 }
            number += least + more
            guard number < limits.objectNumber else { return isSame }
        }
        return isSame
    }
}
