/// Reads once more, strictly, all that was appended between two states.
///
/// A program that reads other tables, other objects or other ends of streams than this module shows another document. So an update has to be objects that
/// its one section names, each at the very byte, then that section, `startxref` and `%%EOF`, and nothing else; and every object has to be written as all
/// programs read it.
struct UpdateReading {
    let old: PDFFile
    let new: PDFFile
    /// What was found first; nothing behind it was read.
    private(set) var finding: Finding?

    /// Where what the section names stands, and the streams of the section itself.
    var places: [Int: PDFReference] = [:]
    /// What the section says.
    var entries: [Int: CrossReferenceEntry] = [:]
    /// The streams that are cross-reference streams, with their numbers.
    var sectionStreams: [Int: PDFReference] = [:]
    /// What the section says of the document as a whole.
    var trailer = PDFDictionary()
    /// What was found at its place: the starts of objects, and compressed objects.
    var starts: Set<Int> = []
    var compressed: Set<Int> = []
    /// Where `trailer` and `startxref` stand.
    var words: Set<Int> = []

    var start: Int { old.bytes.count }

    init(_ old: PDFFile, _ new: PDFFile) {
        (self.old, self.new) = (old, new)
    }

    /// Reads; ``finding`` says what is wrong.
    ///
    /// - Throws: ``PDFError``: only what limits and the clock say.
    mutating func run() throws(PDFError) {
        guard start < new.bytes.count, new.sections.first?.kind != .repaired else { return }
        var place = Place.section
        do throws(PDFError) {
            let newer = new.sections.prefix { $0.offset >= start }
            guard newer.count < 2 else { throw PDFError(.malformed, "it has more than one cross-reference section") }
            if let section = newer.first { try read(section) }
            try readBody(newer.first, &place)
            place = .section
            try checkEntries()
        } catch {
            guard Self.isAboutBytes(error.code) else { throw error }
            report(error, at: place)
        }
        if finding == nil { try findStrayWords() }
    }

    /// Whether an error says what the bytes are, not how much work they take.
    static func isAboutBytes(_ code: PDFError.Code) -> Bool {
        code == .malformed || code == .truncated || code == .missing || code == .unsupported || code == .loop || code == .tooDeep
    }

    /// What is being read.
    enum Place {
        case section
        case object(Int)
    }

    mutating func report(_ error: PDFError, at place: Place) {
        guard finding == nil else { return }
        switch place {
        case .section: add(.crossReference, "Programs may read the update differently: \(error.detail)")
        case .object(let number): add(.object, "Programs may read object \(number) differently: \(error.detail)")
        }
    }

    mutating func add(_ kind: PDFChange.Kind, _ detail: String) { finding = finding ?? Finding(kind, detail, .never) }

    func parser(at position: Int) -> StrictParser {
        var parser = StrictParser(new.bytes, at: position, limits: new.limits, budget: new.budget)
        parser.readsObjects = true
        return parser
    }

    /// Reads all bytes in their order.
    mutating func readBody(_ section: CrossReferenceSection?, _ place: inout Place) throws(PDFError) {
        var position = start
        // `%%EOF` is a comment, which ends with its line.
        let last = new.bytes.peek(start - 1)
        if last != 10, last != 13, !StrictParser.isSpace(new.bytes.peek(start)), last >= 0 {
            throw PDFError(.malformed, "it begins within the last line of what was signed")
        }
        var isEnded = section == nil
        var hasSection = false
        while true {
            position = afterSpaceAndComments(position)
            guard position < new.bytes.count else { break }
            try new.budget.spend(8)
            if section == nil {
                // What lies behind the end is judged by itself.
                break
            } else if Lexer.digit(new.bytes.peek(position)) != nil, !hasSection {
                try readObject(&position, &place)
                place = .section
                if finding != nil { return }
                if let section, section.kind == .stream, starts.contains(section.offset) { hasSection = true }
            } else if let section, position == section.offset, !hasSection {
                var reader = StrictSection(parser(at: position), shift: new.shift)
                _ = try reader.table()
                position = reader.end
                hasSection = true
            } else if let section, hasSection, !isEnded, new.bytes.has("startxref", at: position) {
                words.insert(position)
                position = try StrictSection.end(of: section, parser(at: position), shift: new.shift)
                isEnded = true
            } else {
                if isEnded { break }
                throw PDFError(.malformed, "it has bytes that belong to nothing", offset: position)
            }
        }
        guard isEnded else { throw PDFError(.malformed, "it has no end") }
    }

    /// The first byte that is no white space, nor in a comment.
    func afterSpaceAndComments(_ start: Int) -> Int {
        var lexer = Lexer(new.bytes, at: start)
        lexer.skipSpace()
        return lexer.position
    }

    /// Checks that all that the section names was found where it says, or is what it was.
    func checkEntries() throws(PDFError) {
        for (number, entry) in entries {
            try new.budget.spend(2)
            let isRight =
                switch entry {
                case .free: true
                case .offset(let offset, _):
                    starts.contains(StrictParser.start(new.bytes, at: offset)) || (offset < start && old.table[number] == entry)
                case .compressed: compressed.contains(number) || old.table[number] == entry
                }
            guard isRight else { throw PDFError(.malformed, "it names objects that are not where it says") }
        }
    }

    /// Looks for what programs that repair files take for objects and trailers.
    mutating func findStrayWords() throws(PDFError) {
        let bytes = new.bytes
        try new.budget.spend((bytes.count - start) >> 2)
        var position = start
        while let place = bytes.first("obj", from: position) {
            position = place + 3
            guard let head = ObjectScan.head(in: bytes, before: place), head.start >= start, !starts.contains(head.start) else { continue }
            return add(.hiddenObject, "Object \(head.number) lies behind what was signed and is in no table")
        }
        position = start
        while let place = bytes.first("trailer", from: position) {
            position = place + 7
            guard !words.contains(place) else { continue }
            while Lexer.isSpace(bytes.peek(position)) { position += 1 }
            try new.budget.spend((position - place) >> 3)
            if bytes.peek(position) == ascii("<") || bytes.peek(position) == ascii("%") {
                return add(.hiddenObject, "A trailer lies behind what was signed and belongs to nothing")
            }
        }
        position = start
        while let place = bytes.first("startxref", from: position) {
            position = place + 9
            if !words.contains(place) {
                return add(.hiddenObject, "A start of tables lies behind what was signed and belongs to nothing")
            }
        }
    }
}
