/// A font of a content stream: how wide its codes are and what characters they mean, as far as that is certain.
struct ContentFont {
    /// Whether a code has two bytes, or may have.
    private(set) var isComposite = false
    private(set) var isVertical = false
    /// The widths of codes as parts of the size; what is missing is not known.
    private var widths: [Int: Double] = [:]
    private var defaultWidth: Double?
    /// The font of every reader that it is named after, if it is one of those.
    private var standard: StandardFont?
    /// The characters of the codes from 0 on, 0 where there is none; nil where only the font itself knows.
    private(set) var scalars: [UInt32]?
    /// The codes of lines to write on and of blanks, as /ToUnicode has them, where nothing else tells (9.10.3).
    private(set) var lines: Set<Int> = []
    /// What codes mean as /ToUnicode has it, where that is asked for: a judge must not believe it, for nothing holds it to the glyphs.
    private var meanings: [Int: UInt32] = [:]
    private var keepsMeanings = false
    /// How far glyphs reach from their origin, as parts of the size.
    private(set) var reach = PDFRectangle(0, -0.22, 0, 0.8)

    /// A font that is not there: readers take what they like.
    init() {
        scalars = SimpleEncoding.standard.scalars
    }

    /// A font of a file; `glyphs` says how far those of a font of procedures reach.
    init(
        _ font: PDFDictionary,
        in file: PDFFile,
        keepsMeanings: Bool = false,
        glyphs: (PDFDictionary) throws(PDFError) -> PDFRectangle?
    ) throws(PDFError) {
        self.keepsMeanings = keepsMeanings
        try file.budget.spend(256)
        let kind = try file.resolve(font["Subtype"]).name
        guard let kind, kind != "Type0" else {
            try setComposite(font, file)
            try setLines(font, file)
            return
        }
        guard kind == "Type1" || kind == "TrueType" || kind == "MMType1" else {
            try setProcedures(font, file, glyphs)
            return
        }
        let known = try SimpleFont.characters(of: font, in: file)
        scalars = known?.scalars
        if known == nil || keepsMeanings { try setLines(font, file, isKnown: known != nil) }
        try setWidths(font, file, unit: 0.001)
        standard = try Self.standard(font, file)
        guard widths.isEmpty, let known, let standard else { return }
        for code in 0..<256 {
            if let scalar = Unicode.Scalar(known.scalars[code]), let width = standard.width(of: scalar) { widths[code] = width }
        }
    }

    private static func standard(_ font: PDFDictionary, _ file: PDFFile) throws(PDFError) -> StandardFont? {
        try file.resolve(font["BaseFont"]).name.flatMap { StandardFont($0) }
    }

    /// Reads which codes are lines to write on, or blanks: of `<01> <005F>` and `<01> <03> <005D>` in a map to Unicode.
    private mutating func setLines(_ font: PDFDictionary, _ file: PDFFile, isKnown: Bool = false) throws(PDFError) {
        let known = lines
        defer { if isKnown { lines = known } }
        guard let stream = try file.resolve(font["ToUnicode"]).stream else { return }
        let bytes: PDFBytes
        do throws(PDFError) {
            bytes = try file.decoded(stream, limit: 1 << 18).bytes
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            return
        }
        try file.budget.spend(bytes.count >> 2)
        var lexer = Lexer(bytes)
        var (row, width) = ([Int](), 0)
        /// The next code of a range that lists what each of its codes means.
        var listed: Int?
        while true {
            switch lexer.next() {
            case .end: return
            case .string(let string):
                guard width > 0 else { continue }
                let value = string.bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
                if let code = listed {
                    noteLine(code, value)
                    listed = code + 1
                    continue
                }
                row.append(value)
                if row.count < width { continue }
                if width == 2 { noteLine(row[0], row[1]) }
                if width == 3 { for code in row[0]...max(row[0], min(row[1], row[0] + 255)) { noteLine(code, row[2] + code - row[0]) } }
                row = []
            case .keyword(let range):
                (row, width) = ([], lexer.keyword(range, is: "beginbfchar") ? 2 : lexer.keyword(range, is: "beginbfrange") ? 3 : 0)
                listed = nil
            case .arrayStart: (listed, row) = (row.count == 2 && width == 3 ? row[0] : nil, [])
            case .arrayEnd: listed = nil
            default: break
            }
        }
    }

    /// What a code means, also where only /ToUnicode says so; nil where nothing does.
    func meaning(of code: Int) -> UInt32? { scalar(of: code)?.value ?? meanings[code] }

    private mutating func noteLine(_ code: Int, _ scalar: Int) {
        if keepsMeanings, scalar > 0, meanings.count < 65_536 { meanings[code] = UInt32(truncatingIfNeeded: scalar) }
        if [0x20, 0xA0, 0x2E, 0x5F, 0x2026].contains(scalar), lines.count < 64 { lines.insert(code) }
    }

    private mutating func setWidths(_ font: PDFDictionary, _ file: PDFFile, unit: Double) throws(PDFError) {
        let first = try file.resolve(font["FirstChar"]).integer ?? 0
        guard first >= 0, first < 256 else { return }
        for (index, element) in (try file.resolve(font["Widths"]).array ?? []).prefix(256 - first).enumerated() {
            if let width = try file.resolve(element).number, width.magnitude < 1e6 { widths[first + index] = width * unit }
        }
        guard let descriptor = try file.resolve(font["FontDescriptor"]).dictionary else { return }
        if let missing = try file.resolve(descriptor["MissingWidth"]).number { defaultWidth = missing * unit }
    }

    /// A font of procedures (9.6.4): its glyphs are drawings of any size.
    private mutating func setProcedures(
        _ font: PDFDictionary,
        _ file: PDFFile,
        _ glyphs: (PDFDictionary) throws(PDFError) -> PDFRectangle?
    ) throws(PDFError) {
        let matrix = PDFTransform(try file.numbers(font["FontMatrix"])) ?? PDFTransform(scaleX: 0.001, scaleY: 0.001, x: 0, y: 0)
        try setWidths(font, file, unit: matrix.a)
        reach = matrix.box(try glyphs(font) ?? PDFRectangle(-1000, -1000, 2000, 2000))
    }

    /// A font of two bytes a code (9.7), or one that may be.
    private mutating func setComposite(_ font: PDFDictionary, _ file: PDFFile) throws(PDFError) {
        isComposite = true
        let encoding = try file.resolve(font["Encoding"]).name
        isVertical = encoding.map { $0.bytes.last == UInt8(ascii: "V") } ?? true
        guard encoding.map({ $0 == "Identity-H" }) ?? false else { return }
        let below = try file.resolve(file.resolve(font["DescendantFonts"]).array?.first).dictionary ?? PDFDictionary()
        defaultWidth = (try file.resolve(below["DW"]).number ?? 1000) / 1000
        let list = try file.resolve(below["W"]).array ?? []
        var index = 0
        while index + 1 < list.count {
            try file.budget.spend(4)
            // No code of two bytes is higher.
            guard let first = try file.resolve(list[index]).integer, (0...65_535).contains(first) else { return defaultWidth = nil }
            let next = try file.resolve(list[index + 1])
            if let some = next.array {
                try file.budget.spend(some.count)
                for (place, width) in some.prefix(65_536 - first).enumerated() {
                    widths[first + place] = (try file.resolve(width).number ?? 0) / 1000
                }
                index += 2
            } else {
                guard let last = next.integer, index + 2 < list.count, let width = try file.resolve(list[index + 2]).number else {
                    return defaultWidth = nil
                }
                let end = max(first, min(last, 65_535))
                // Few bytes ask for many widths, each of which takes as long as some steps.
                try file.budget.spend(16 * (end - first))
                for code in first...end { widths[code] = width / 1000 }
                index += 3
            }
        }
    }

    /// Says what the codes mean of a font that is known to show it.
    mutating func setKnown(_ characters: [UInt32]) { scalars = characters }

    /// How wide a code is, as a part of the size; nil if that is not known.
    func width(of code: Int) -> Double? { widths[code] ?? defaultWidth }

    /// Whether the next glyph stands clear of a code's: its width goes on in the direction of writing, and is not much less than the glyph's.
    func isSpaced(_ code: Int) -> Bool {
        guard let width = width(of: code) else { return false }
        let scalar = scalar(of: code)
        // In words a reader puts up with more than in numbers.
        let isDigit = scalar.map { (0x30...0x39).contains($0.value) } ?? false
        guard width >= (isDigit ? 0.35 : 0.15) else { return false }
        guard isDigit, let scalar, let natural = standard?.width(of: scalar) else { return true }
        return width >= 0.9 * natural
    }

    /// What a code means; nil if that is not known.
    func scalar(of code: Int) -> Unicode.Scalar? {
        guard let scalars, code < scalars.count, scalars[code] > 0 else { return nil }
        return Unicode.Scalar(scalars[code])
    }

    /// The codes of a string.
    func codes(_ bytes: [UInt8]) -> [Int] {
        guard isComposite else { return bytes.map { Int($0) } }
        // Where codes are of unknown lengths, as many as there can be.
        guard defaultWidth != nil else { return bytes.map { Int($0) } }
        var codes: [Int] = []
        var index = 0
        while index + 1 < bytes.count {
            codes.append(Int(bytes[index]) << 8 | Int(bytes[index + 1]))
            index += 2
        }
        return codes
    }
}

extension PDFFile {
    /// The numbers of an array; none where it has anything else.
    func numbers(_ object: PDFObject?) throws(PDFError) -> [Double] {
        var numbers: [Double] = []
        for element in try resolve(object).array ?? [] {
            guard let number = try resolve(element).number else { return [] }
            numbers.append(number)
        }
        return numbers
    }
}
