/// Follows a content stream (ISO 32000-2, 7.8.2 and annex A): what it paints, and where.
struct ContentReader {
    static let mostBytes = 16 << 20
    private static let mostMarks = 200_000
    private static let deepest = 12
    private static let mostKept = 512
    private static let mostForms = 5_000

    /// What was found.
    var summary = ContentSummary()
    var state = ContentState()
    var textMatrix = PDFTransform()
    var lineMatrix = PDFTransform()
    /// How far text went on since its line began, in units of text.
    var advanced = 0.0
    var path = ContentPath()
    /// Whether the letters of a page are kept too.
    var keepsLetters = false
    /// Whether texts and outlines are kept too.
    var isAppearance = false
    /// The fonts whose letters are certain, though they come with their glyphs.
    var knownFonts: KnownFonts?
    /// A clipping path that waits for the operator that ends it.
    var isClipping = false
    /// What stands before the next operator.
    var operands: [PDFObject] = []
    /// Whether a text object is open, where that is asked.
    var isInText = false
    private var kept: [ContentState] = []
    /// The resources of what lies around what is read.
    private var around: [PDFDictionary] = []
    private var fonts: [Int: ContentFont] = [:]
    /// How many forms were read.
    private var forms = 0
    /// How many fonts of procedures lie around what is read.
    private var fontDepth = 0
    let file: PDFFile

    init(_ file: PDFFile) { self.file = file }

    /// Reads a form XObject (8.10), which is a part of the stream around it or a group of its own.
    mutating func read(
        form stream: PDFStream,
        _ transform: PDFTransform,
        depth: Int = 0,
        outer: PDFDictionary = PDFDictionary(),
        isPlaced: Bool = true
    ) throws(PDFError) {
        forms += 1
        guard forms <= Self.mostForms else { return summary.isCut = true }
        let resources = try file.resolve(stream.dictionary["Resources"]).dictionary ?? (isAppearance ? PDFDictionary() : outer)
        var placed = transform
        if isPlaced, stream.dictionary["Matrix"] != nil {
            guard let own = PDFTransform(try file.numbers(stream.dictionary["Matrix"])) else { return summary.isCut = true }
            placed = own.then(transform)
        }
        if stream.dictionary["OC"] != nil { summary.isOptional = true }
        if isAppearance, try !isPlainForm(stream.dictionary) { return summary.isCut = true }
        let saved = state
        defer { state = saved }
        if let group = try file.resolve(stream.dictionary["Group"]).dictionary {
            let isIsolated = try file.resolve(group["I"]).boolean ?? false
            let isKnockout = try file.resolve(group["K"]).boolean ?? false
            state.enterGroup(isolated: isIsolated || isKnockout)
        }
        if let box = try file.rectangle(stream.dictionary["BBox"]) { state.clip(to: placed.box(box)) } else { summary.isCut = true }
        // The box around a turned one is more than what is seen.
        if !placed.isStraight { state.isClippedOddly = true }
        if depth > 0 { around.append(outer) }
        defer { if depth > 0 { around.removeLast() } }
        do throws(PDFError) {
            let bytes = try file.decoded(stream, limit: Self.mostBytes)
            if !bytes.isComplete { summary.isCut = true }
            try read(bytes.bytes, resources, placed, depth: depth)
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            summary.isCut = true
        }
    }

    /// Reads the operators of a content stream.
    mutating func read(_ bytes: PDFBytes, _ resources: PDFDictionary, _ transform: PDFTransform, depth: Int) throws(PDFError) {
        let outer = (state, kept, textMatrix, lineMatrix, advanced, path)
        state.transform = transform
        kept = []
        operands = []
        path = ContentPath(keepsWays: isAppearance)
        if isAppearance { try readStrictly(bytes, resources, depth: depth) } else { try readAll(bytes, resources, depth: depth) }
        (state, kept, textMatrix, lineMatrix, advanced, path) = outer
    }

    /// Reads operators as generously as other readers do, for what was signed does not change.
    private mutating func readAll(_ bytes: PDFBytes, _ resources: PDFDictionary, depth: Int) throws(PDFError) {
        var parser = Parser(bytes, limits: file.limits, budget: file.budget)
        while true {
            try file.budget.spend(2)
            let start = parser.lexer.position
            switch parser.lexer.next() {
            case .end: return
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
                    if let code = code(of: word) { try perform(code, resources, depth: depth) }
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
        add(.image, state.transform.box(PDFRectangle(0, 0, 1, 1)), colour: nil)
        var position = lexer.bytes.first("ID", from: lexer.position) ?? lexer.bytes.count
        while let end = lexer.bytes.first("EI", from: position) {
            position = end + 2
            if Lexer.isSpace(lexer.bytes.peek(end - 1)), Lexer.isBoundary(lexer.bytes.peek(position)) { break }
        }
        lexer.position = min(position, lexer.bytes.count)
    }

    var values: [Double] { operands.compactMap { $0.number } }

    /// Whether Q has anything to take back.
    var isAnyKept: Bool { !kept.isEmpty }

    /// The code of an operator that has what it takes; what readers draw where it has not is unknown.
    private mutating func code(of word: [UInt8]) -> Int? {
        guard word.count <= 3 else { return nil }
        var code = 0
        for byte in word { code = code << 8 | Int(byte) }
        if let known = ContentOperator(code), !known.takes(operands) { summary.isCut = true }
        return code
    }

    /// Something that resources hold by a name; nil where there is nothing, and where some readers find it in the resources of what lies around.
    private mutating func named(_ name: PDFName, _ kind: StaticString, in resources: PDFDictionary) throws(PDFError) -> PDFObject? {
        if let found = try file.resolve(resources[kind]).dictionary?[name], try !file.resolve(found).isNull { return found }
        if isAppearance { summary.isCut = true }
        for other in around where try file.resolve(other[kind]).dictionary?[name] != nil { summary.isCut = true }
        return nil
    }

    /// Does what an operator says.
    mutating func perform(_ code: Int, _ resources: PDFDictionary, depth: Int) throws(PDFError) {
        switch code {
        case 0x71:  // q
            if kept.count < Self.mostKept { kept.append(state) } else { summary.isCut = true }
        case 0x51: if let last = kept.popLast() { state = last }  // Q
        case 0x636D:  // cm
            if let matrix = PDFTransform(values) { state.transform = matrix.then(state.transform) } else { summary.isCut = true }
        case 0x77: state.lineWidth = (values.last ?? 1).magnitude  // w
        case 0x6A: state.isMitred = values.last ?? 0 == 0  // j
        case 0x4D: state.mitre = values.last ?? 10  // M
        case 0x64: state.setDash(operands.first?.array ?? [])  // d
        case 0x6773: try setGraphics(resources)  // gs
        case 0x446F: try draw(resources, depth: depth)  // Do
        case 0x7368:  // sh
            if let name = operands.last?.name { _ = try named(name, "Shading", in: resources) }
            paintClip(.shading)
        case 0x5466: try setFont(resources)  // Tf
        case 0x6373, 0x4353: try setSpace(code == 0x6373, resources)  // cs CS
        case 0x424443, 0x4450:  // BDC DP
            if operands.contains(where: { $0.name.map { $0 == "OC" } ?? false }) { summary.isOptional = true }
            if isAppearance, let list = operands.last?.name { _ = try named(list, "Properties", in: resources) }
        default:
            if !performPath(code), !performColour(code) { performText(code) }
        }
    }

    private mutating func setGraphics(_ resources: PDFDictionary) throws(PDFError) {
        guard let name = operands.last?.name else { return }
        guard let settings = try file.resolve(named(name, "ExtGState", in: resources)).dictionary else { return }
        if isAppearance, try !isFollowed(settings) { summary.isCut = true }
        if settings["BM"] != nil {
            let mode = try file.resolve(settings["BM"])
            // Of a list a reader takes the first that it knows.
            let known = mode.name ?? (mode.array?.count == 1 ? mode.array?.first?.name : nil)
            state.blend = known.map { $0 == "Normal" || $0 == "Compatible" ? .normal : $0 == "Multiply" ? .multiply : .other } ?? .other
        }
        if settings["ca"] != nil { state.fillOpacity = try file.resolve(settings["ca"]).number ?? 0 }
        if settings["CA"] != nil { state.strokeOpacity = try file.resolve(settings["CA"]).number ?? 0 }
        if settings["SMask"] != nil { state.hasMask = try !(file.resolve(settings["SMask"]).name.map { $0 == "None" } ?? false) }
        if let width = try file.resolve(settings["LW"]).number { state.lineWidth = width.magnitude }
        if let join = try file.resolve(settings["LJ"]).number { state.isMitred = join == 0 }
        if let mitre = try file.resolve(settings["ML"]).number { state.mitre = mitre }
        if let dash = try file.resolve(settings["D"]).array { state.setDash(try file.resolve(dash.first).array ?? []) }
        if let font = try file.resolve(settings["Font"]).array, font.count == 2 {
            state.size = try file.resolve(font[1]).number ?? 0
            try useFont(font[0])
        }
    }

    private mutating func draw(_ resources: PDFDictionary, depth: Int) throws(PDFError) {
        guard let name = operands.last?.name else { return }
        guard let stream = try file.resolve(named(name, "XObject", in: resources)).stream else { return }
        let kind = try file.resolve(stream.dictionary["Subtype"]).name
        // One of no kind is drawn by some readers only.
        if isAppearance, !(kind.map { $0 == "Form" || $0 == "Image" } ?? false) { summary.isCut = true }
        if kind.map({ $0 == "Image" }) ?? false {
            if stream.dictionary["OC"] != nil { summary.isOptional = true }
            add(.image, state.transform.box(PDFRectangle(0, 0, 1, 1)), colour: nil)
        } else if depth < Self.deepest {
            let saved = operands
            try read(form: stream, state.transform, depth: depth + 1, outer: resources)
            operands = saved
        } else {
            summary.isCut = true
        }
    }

    private mutating func setSpace(_ isFill: Bool, _ resources: PDFDictionary) throws(PDFError) {
        var space = operands.last ?? .null
        if let name = space.name, !(isAppearance && Self.isPlain(name)) {
            if let own = try named(name, "ColorSpace", in: resources) { space = try file.resolve(own) }
        }
        let parts = try parts(of: space)
        // The first colour of a space is its black, of the spaces that are known.
        if isFill { (state.fillParts, state.fill) = (parts, parts == nil ? nil : .black) }
        if !isFill { (state.strokeParts, state.stroke) = (parts, parts == nil ? nil : .black) }
    }

    /// Whether a name is that of a space of colours which is in no resources.
    private static func isPlain(_ name: PDFName) -> Bool {
        name == "DeviceGray" || name == "DeviceRGB" || name == "DeviceCMYK" || name == "Pattern"
    }

    /// How many parts the colours of a space have, of which 0 is dark and 1 is light, or which are inks.
    private func parts(of space: PDFObject) throws(PDFError) -> Int? {
        let list = space.array ?? [space]
        guard let name = try file.resolve(list.first).name else { return nil }
        if name == "DeviceGray" || name == "G" { return 1 }
        if name == "DeviceRGB" || name == "RGB" { return 3 }
        if name == "DeviceCMYK" || name == "CMYK" { return 4 }
        // What their numbers look like is for others to say, who could make dark of light.
        if isAppearance { return nil }
        if name == "CalGray" { return 1 }
        if name == "CalRGB" { return 3 }
        guard name == "ICCBased", list.count > 1 else { return nil }
        return try file.resolve(file.resolve(list[1]).stream?.dictionary["N"]).integer
    }

    private mutating func setFont(_ resources: PDFDictionary) throws(PDFError) {
        if let size = values.last { state.size = size }
        guard let name = operands.first?.name, let font = try named(name, "Font", in: resources) else {
            // A font that is not there is drawn as the reader likes.
            state.font = ContentFont()
            return
        }
        try useFont(font)
    }

    private mutating func useFont(_ font: PDFObject) throws(PDFError) {
        if !summary.fonts.contains(font) { if summary.fonts.count < 1024 { summary.fonts.append(font) } else { summary.isCut = true } }
        if let number = font.reference?.number, let known = fonts[number] { return state.font = known }
        let dictionary = try file.resolve(font).dictionary ?? PDFDictionary()
        state.font = try ContentFont(dictionary, in: file, keepsMeanings: keepsLetters) { (font) throws(PDFError) in
            try self.reach(ofProceduresIn: font)
        }
        if let characters = try knownFonts?.characters(of: font) { state.font.setKnown(characters) }
        if let number = font.reference?.number { fonts[number] = state.font }
    }

    /// How far the glyphs of a font of procedures reach (9.6.4), in its own units; nil where it cannot be told.
    private func reach(ofProceduresIn font: PDFDictionary) throws(PDFError) -> PDFRectangle? {
        guard fontDepth < 2, let procedures = try file.resolve(font["CharProcs"]).dictionary, procedures.entries.count <= 512 else {
            return nil
        }
        var reach: PDFRectangle?
        let resources = try file.resolve(font["Resources"]).dictionary ?? PDFDictionary()
        for entry in procedures.entries {
            guard let stream = try file.resolve(entry.value).stream else { continue }
            var reader = ContentReader(file)
            reader.fontDepth = fontDepth + 1
            do throws(PDFError) {
                let bytes = try file.decoded(stream, limit: 1 << 20)
                if !bytes.isComplete { return nil }
                try reader.read(bytes.bytes, resources, PDFTransform(), depth: Self.deepest - 2)
            } catch {
                guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
                return nil
            }
            if reader.summary.isCut { return nil }
            for mark in reader.summary.marks { reach = reach?.joined(with: mark.box) ?? mark.box }
        }
        return reach
    }

    /// Notes that something is painted.
    mutating func add(_ kind: ContentMark.Kind, _ box: PDFRectangle, colour: ContentColour?, edges: [PDFRectangle] = []) {
        guard summary.marks.count < Self.mostMarks, box.left.isFinite, box.right.isFinite, box.bottom.isFinite, box.top.isFinite else {
            return summary.isCut = true
        }
        var seen = box
        if let clip = state.clip {
            guard let common = box.common(with: clip) else { return }
            seen = common
        }
        var mark = ContentMark(kind: kind, box: seen, colour: colour)
        mark.blend = state.mixing
        mark.opacity = state.groupOpacity * (kind == .stroke ? state.strokeOpacity : state.fillOpacity)
        mark.clip = state.clip
        mark.edges = edges
        mark.isBroken = kind == .stroke && state.isBroken
        summary.marks.append(mark)
    }

    /// Something that fills all that is not clipped away.
    private mutating func paintClip(_ kind: ContentMark.Kind) {
        add(kind, state.clip ?? PDFRectangle(-1e6, -1e6, 1e6, 1e6), colour: nil)
    }
}
