/// Reads a cross-reference section as ISO 32000-2 has it and in no other way.
struct StrictSection {
    private var parser: StrictParser
    private let shift: Int
    /// Where the word `trailer` stands, and where the trailer ends, once the table was read.
    private(set) var trailerPlace = 0
    var end: Int { parser.position }

    init(_ parser: StrictParser, shift: Int) {
        (self.parser, self.shift) = (parser, shift)
    }

    private static func fault(_ detail: StaticString) -> PDFError { PDFError(.malformed, detail) }

    /// Reads a table of lines of twenty bytes each, and its trailer.
    mutating func table() throws(PDFError) -> ([(number: Int, entry: CrossReferenceEntry)], PDFDictionary) {
        var list: [(number: Int, entry: CrossReferenceEntry)] = []
        guard parser.skip("xref"), endLine() else { throw Self.fault("its table does not begin as tables do") }
        while true {
            // MuPDF leaves a line empty.
            parser.skipSpace()
            if parser.bytes.has("trailer", at: parser.position) { break }
            guard let first = parser.plainInteger(), parser.bytes.peek(parser.position) == 32 else {
                throw Self.fault("its table is broken")
            }
            parser.position += 1
            guard let count = parser.plainInteger(), endLine(), count <= (parser.bytes.count - parser.position) / 20 else {
                throw Self.fault("its table is broken")
            }
            guard first <= parser.limits.objectNumber, first + count <= parser.limits.objectNumber + 1 else {
                throw Self.fault("its table names numbers that are out of range")
            }
            for number in first..<first + count {
                try parser.budget.spend(4)
                let entry = try line(number)
                // Programs take that for a table that counts from 0.
                if first == 1, number == 1, entry == .free(generation: 65_535) { throw Self.fault("its table may count from 0 or from 1") }
                list.append((number, entry))
            }
        }
        trailerPlace = parser.position
        guard parser.skip("trailer"), case .dictionary(let trailer) = try parser.object(), !parser.hasRepeatedKeys else {
            throw Self.fault("its trailer is none")
        }
        return (list, trailer)
    }

    /// Passes spaces and the end of the line; says whether they stand here.
    private mutating func endLine() -> Bool {
        while parser.bytes.peek(parser.position) == 32 { parser.position += 1 }
        let start = parser.position
        if parser.bytes.peek(parser.position) == 13 { parser.position += 1 }
        if parser.bytes.peek(parser.position) == 10 { parser.position += 1 }
        return parser.position > start
    }

    private mutating func line(_ number: Int) throws(PDFError) -> CrossReferenceEntry {
        let (bytes, start) = (parser.bytes, parser.position)
        func digits(_ place: Int, _ count: Int) -> Int? {
            // Ten digits at most, which never overflow; the browser has no wide multiplication to find out.
            var value: Int64 = 0
            for index in place..<place + count {
                guard let digit = Lexer.digit(bytes.peek(index)) else { return nil }
                value = value &* 10 &+ Int64(digit)
            }
            return Int(exactly: value)
        }
        let (kind, first, last) = (bytes.peek(start + 17), bytes.peek(start + 18), bytes.peek(start + 19))
        guard let offset = digits(start, 10), let generation = digits(start + 11, 5), bytes.peek(start + 10) == 32,
            bytes.peek(start + 16) == 32, kind == ascii("n") || kind == ascii("f"),
            (first == 32 && (last == 13 || last == 10)) || (first == 13 && last == 10)
        else { throw Self.fault("its table is broken") }
        parser.position += 20
        // What was never in use has 65536 in many files.
        guard generation <= 65_535 || parser.readsReplaced && kind == ascii("f") else {
            throw Self.fault("its table names a generation that is out of range")
        }
        if kind == ascii("f") { return .free(generation: min(generation, 65_535)) }
        guard number > 0, offset > 0, offset <= bytes.count - shift else { throw Self.fault("its table leads out of the file") }
        return .offset(offset + shift, generation: generation)
    }

    /// Reads the entries of a cross-reference stream (ISO 32000-2, 7.5.8.2 and 7.5.8.3).
    static func entries(of stream: PDFStream, in file: PDFFile) throws(PDFError)
        -> [(number: Int, entry: CrossReferenceEntry)]
    {
        let (limits, budget, shift) = (file.limits, file.budget, file.shift)
        let dictionary = stream.dictionary
        var widths: [Int] = []
        for width in dictionary["W"]?.array ?? [] {
            guard case .integer(let value) = width, (0...8).contains(value) else { throw fault("its fields have no widths") }
            widths.append(value)
        }
        guard widths.count == 3, widths[1] > 0, case .integer(let size)? = dictionary["Size"] else {
            throw fault("its fields have no widths")
        }
        let data = try StrictObject.decoded(stream, in: file)
        let index = dictionary["Index"] ?? .array([.integer(0), .integer(size)])
        guard let ranges = index.array, ranges.count % 2 == 0 else { throw fault("its section does not say what it names") }
        var list: [(number: Int, entry: CrossReferenceEntry)] = []
        var position = 0
        // Such a stream leads to no other section: some programs would read it.
        guard dictionary["XRefStm"] == nil else { throw fault("its section has another") }
        func field(_ width: Int) throws(PDFError) -> Int {
            var value: UInt64 = 0
            for _ in 0..<width {
                guard value >> 40 == 0 else { throw fault("its section has numbers that are out of range") }
                value = value << 8 | UInt64(max(0, data.peek(position)))
                position += 1
            }
            return Int(clamping: value)
        }
        var place = 0
        while place < ranges.count {
            guard case .integer(let first) = ranges[place], case .integer(let count) = ranges[place + 1], first >= 0, count >= 0,
                count <= data.count, first <= limits.objectNumber, first + count <= limits.objectNumber + 1
            else { throw fault("its section does not say what it names") }
            place += 2
            for number in first..<first + count {
                try budget.spend(4)
                guard position + widths[0] + widths[1] + widths[2] <= data.count else { throw fault("its section is too short") }
                // Without a type all are of type 1 (table 17).
                let kind = widths[0] == 0 ? 1 : try field(widths[0])
                let (second, third) = (try field(widths[1]), try field(widths[2]))
                switch kind {
                case 0 where third <= 65_535: list.append((number, .free(generation: third)))
                case 1 where third <= 65_535 && number > 0 && second > 0 && second <= .max - shift:
                    list.append((number, .offset(second + shift, generation: third)))
                case 2 where number > 0 && second > 0 && second <= limits.objectNumber && third <= limits.elements:
                    list.append((number, .compressed(stream: second, index: third)))
                default: throw fault("its section has an entry that is out of range")
                }
            }
        }
        guard position == data.count else { throw fault("its section is too long") }
        return list
    }

    /// Checks what the trailer of an update has to say.
    static func check(_ trailer: PDFDictionary, after old: PDFFile, shift: Int) throws(PDFError) {
        guard case .reference? = trailer["Root"], case .integer? = trailer["Size"] else { throw fault("its trailer leads to no catalog") }
        guard let newest = old.sections.first, newest.kind != .repaired else { return }
        guard case .integer(let previous)? = trailer["Prev"], previous > 0, previous <= old.bytes.count - shift,
            previous + shift == newest.offset || previous == old.startOfSections()
        else { throw fault("it does not continue the tables before it") }
    }

    /// Reads `startxref`, the offset of a section and `%%EOF`; says where they end.
    static func end(of section: CrossReferenceSection, _ parser: StrictParser, shift: Int) throws(PDFError) -> Int {
        var parser = parser
        guard parser.skip("startxref") else { throw fault("it has no end") }
        parser.skipSpace()
        guard let offset = parser.plainInteger(), offset <= parser.bytes.count - shift,
            StrictParser.start(parser.bytes, at: offset + shift) == section.offset
        else {
            throw fault("its end does not lead to its section")
        }
        let back = parser.position
        parser.skipSpace()
        guard parser.position > back, parser.bytes.has("%%EOF", at: parser.position) else { throw fault("it has no end") }
        parser.position += 5
        let next = parser.bytes.peek(parser.position)
        guard next < 0 || Lexer.isSpace(next) else { throw fault("it has no end") }
        return parser.position
    }
}

extension PDFFile {
    /// The offset that the last `startxref` tells.
    fileprivate func startOfSections() -> Int? {
        guard let place = bytes.last("startxref") else { return nil }
        var lexer = Lexer(bytes, at: place + 9)
        lexer.skipSpace()
        return lexer.plainInteger()
    }
}
