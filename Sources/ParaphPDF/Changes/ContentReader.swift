/// Follows a content stream (ISO 32000-2, 7.8.2 and annex A): where text, pictures and fills stand.
struct ContentReader {
    /// What q and Q keep.
    struct State {
        var transform = PDFTransform()
        var size = 0.0
        var leading = 0.0
        var isComposite = false
        var isLatin = true
        var isShown = true
        /// Whether what is drawn lets show through what lies below.
        var isClear = false
    }

    static let mostBytes = 16 << 20
    private static let mostFound = 20_000
    private static let deepest = 4

    /// What was found.
    var summary: ContentSummary
    var state = State()
    var textMatrix = PDFTransform()
    var lineMatrix = PDFTransform()
    var path: PDFRectangle?
    private var operands: [PDFObject] = []
    private var kept: [State] = []
    let file: PDFFile

    init(_ file: PDFFile) {
        self.file = file
        summary = ContentSummary(file)
    }

    /// Reads a form XObject.
    mutating func read(form stream: PDFStream, _ transform: PDFTransform, depth: Int = 0, outer: PDFDictionary = PDFDictionary())
        throws(PDFError)
    {
        let resources = try file.resolve(stream.dictionary["Resources"]).dictionary ?? outer
        var own = PDFTransform()
        if let matrix = try numbers(stream.dictionary["Matrix"]), let given = PDFTransform(matrix) { own = given }
        do throws(PDFError) {
            let bytes = try file.decoded(stream, limit: Self.mostBytes)
            if !bytes.isComplete { summary.isCut = true }
            try read(bytes.bytes, resources, own.then(transform), depth: depth)
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            summary.isCut = true
        }
    }

    /// Reads the operators of a content stream.
    mutating func read(_ bytes: PDFBytes, _ resources: PDFDictionary, _ transform: PDFTransform, depth: Int) throws(PDFError) {
        let outer = (state, kept, textMatrix, lineMatrix)
        state.transform = transform
        kept = []
        operands = []
        var parser = Parser(bytes, limits: file.limits, budget: file.budget)
        while true {
            try file.budget.spend(2)
            let start = parser.lexer.position
            switch parser.lexer.next() {
            case .end:
                (state, kept, textMatrix, lineMatrix) = outer
                return
            case .integer(let value): push(.integer(value))
            case .real(let value): push(.real(value))
            case .name(let value): push(.name(value))
            case .string(let value): push(.string(value))
            case .arrayStart, .dictionaryStart:
                parser.lexer.position = start
                push(try parser.object())
            case .arrayEnd, .dictionaryEnd: break
            case .keyword(let range):
                let word = bytes.part(range).array
                if word == [66, 73] {
                    skipImage(&parser.lexer)
                } else if word != [116, 114, 117, 101], word != [102, 97, 108, 115, 101], word != [110, 117, 108, 108] {
                    try perform(word, resources, depth: depth)
                } else {
                    push(.null)
                    continue
                }
                operands.removeAll(keepingCapacity: true)
            }
        }
    }

    private mutating func push(_ object: PDFObject) { if operands.count < 64 { operands.append(object) } }

    /// Passes an inline picture (8.9.7).
    private mutating func skipImage(_ lexer: inout Lexer) {
        add(image: state.transform.box(PDFRectangle(0, 0, 1, 1)))
        var position = lexer.bytes.first("ID", from: lexer.position) ?? lexer.bytes.count
        while let end = lexer.bytes.first("EI", from: position) {
            position = end + 2
            if Lexer.isSpace(lexer.bytes.peek(end - 1)), Lexer.isBoundary(lexer.bytes.peek(position)) { break }
        }
        lexer.position = min(position, lexer.bytes.count)
    }

    private func numbers(_ object: PDFObject?) throws(PDFError) -> [Double]? {
        var result: [Double] = []
        for element in try file.resolve(object).array ?? [] { if let number = try file.resolve(element).number { result.append(number) } }
        return result.isEmpty ? nil : result
    }

    var values: [Double] { operands.compactMap { $0.number } }

    private mutating func perform(_ word: [UInt8], _ resources: PDFDictionary, depth: Int) throws(PDFError) {
        guard word.count <= 3 else { return }
        var code = 0
        for byte in word { code = code << 8 | Int(byte) }
        switch code {
        case 0x71: if kept.count < 256 { kept.append(state) }  // q
        case 0x51: if let last = kept.popLast() { state = last }  // Q
        case 0x636D: if let matrix = PDFTransform(values) { state.transform = matrix.then(state.transform) }  // cm
        case 0x6773: try setGraphics(resources)  // gs
        case 0x446F: try draw(resources, depth: depth)  // Do
        case 0x7368: summary.hasShading = true  // sh
        case 0x5466: try setFont(resources)  // Tf
        default:
            if !performPath(code) { performText(code) }
        }
    }

    private mutating func setGraphics(_ resources: PDFDictionary) throws(PDFError) {
        guard let name = operands.last?.name else { return }
        guard let settings = try file.resolve(file.resolve(resources["ExtGState"]).dictionary?[name]).dictionary else { return }
        if let mode = try file.resolve(settings["BM"]).name { state.isClear = mode == "Multiply" || mode == "Darken" }
        if let opacity = try file.resolve(settings["ca"]).number, opacity < 0.7 { state.isClear = true }
    }

    private mutating func draw(_ resources: PDFDictionary, depth: Int) throws(PDFError) {
        guard let name = operands.last?.name else { return }
        guard let stream = try file.resolve(file.resolve(resources["XObject"]).dictionary?[name]).stream else { return }
        if try file.resolve(stream.dictionary["Subtype"]).name.map({ $0 == "Image" }) ?? false {
            add(image: state.transform.box(PDFRectangle(0, 0, 1, 1)))
        } else if depth < Self.deepest {
            let saved = operands
            try read(form: stream, state.transform, depth: depth + 1, outer: resources)
            operands = saved
        } else {
            summary.isCut = true
        }
    }

    private mutating func setFont(_ resources: PDFDictionary) throws(PDFError) {
        if let size = values.last { state.size = size }
        guard let name = operands.first?.name, let font = try file.resolve(resources["Font"]).dictionary?[name] else {
            // A font that is not there is drawn as the reader likes.
            (state.isComposite, state.isLatin) = (false, true)
            return
        }
        if summary.fonts.count < 256, !summary.fonts.contains(font) { summary.fonts.append(font) }
        let dictionary = try file.resolve(font).dictionary ?? PDFDictionary()
        let kind = try file.resolve(dictionary["Subtype"]).name
        state.isComposite = kind.map { $0 == "Type0" } ?? false
        let isSimple = kind.map { $0 == "Type1" || $0 == "TrueType" || $0 == "MMType1" } ?? false
        let isRecoded = try file.isRecoded(dictionary)
        state.isLatin = isSimple && !isRecoded
    }

    mutating func add(image box: PDFRectangle) {
        guard summary.images.count < Self.mostFound else { return summary.isCut = true }
        summary.images.append(box)
        paint(box)
    }

    mutating func paint(_ box: PDFRectangle) {
        guard !state.isClear else { return }
        guard summary.painted.count < Self.mostFound else { return summary.isCut = true }
        summary.painted.append(box)
    }

    mutating func add(run box: PDFRectangle, isBlank: Bool) {
        paint(box)
        guard !isBlank else { return }
        guard summary.runs.count < Self.mostFound else { return summary.isCut = true }
        summary.runs.append(box)
    }

    /// What stands in the operands.
    var operandObjects: [PDFObject] { operands }
}
