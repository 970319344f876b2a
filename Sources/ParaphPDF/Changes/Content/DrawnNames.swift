/// The names by which a state's pages, annotations and fields ask for what they are drawn with.
///
/// It reads all that may be content, whether it is drawn or not, and whatever dictionary each part finds its names in: some programs look in those around it too. What
/// programs could read in different ways leaves ``isWhole`` unset, and then any name may be asked for.
struct DrawnNames {
    /// The names, of whatever kind.
    private(set) var names: Set<PDFName> = []
    /// Whether all of it was read, and in the only way that ISO 32000-2 has it written.
    private(set) var isWhole = true
    /// The objects whose content was read with the /Resources that they name: pages, forms, patterns and fonts of procedures.
    private(set) var owners: Set<Int> = []
    /// The dictionaries of resources that were read.
    private(set) var resources: Set<Int> = []
    private var fonts: Set<Int> = []
    private var settings: Set<Int> = []
    private var depth = 0
    private let file: PDFFile

    /// How deep content may lie in content.
    private static let deepest = 32

    /// Reads a state.
    ///
    /// Complexity: O(all its content).
    init(of file: PDFFile) throws(PDFError) {
        self.file = file
        for page in try file.pages() where isWhole {
            if let reference = page.reference {
                owners.insert(reference.number)
                _ = try resolve(.reference(reference))
            }
            let contents = try resolve(page["Contents"])
            for part in contents.array ?? [contents] {
                guard let stream = try resolve(part).stream else { continue }
                try read(stream)
            }
            try read(resources: page["Resources"])
            for element in try resolve(page.dictionary["Annots"]).array ?? [] { try read(annotation: element) }
        }
        for field in try file.fields() where isWhole {
            for widget in field.widgets { try read(annotation: .reference(widget)) }
        }
        try read(resources: resolve(file.catalog()?["AcroForm"]).dictionary?["DR"])
    }

    /// Reads one annotation of a state.
    init(of annotation: PDFObject, in file: PDFFile) throws(PDFError) {
        self.file = file
        try read(annotation: annotation)
    }

    /// Whether all was read, and nothing in it asks for anything.
    var isNothing: Bool { isWhole && names.isEmpty }

    /// Whether nothing asks for a name: one of letters, digits and signs that all programs read alike.
    func lacks(_ name: PDFName) -> Bool {
        guard isWhole, !name.bytes.isEmpty, name.bytes.count < 100, !names.contains(name) else { return false }
        return name.bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            default: [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ",")].contains(byte)
            }
        }
    }

    /// What a reference leads to, where every program reads the same there; no key may stand twice.
    private mutating func resolve(_ object: PDFObject?) throws(PDFError) -> PDFObject {
        guard let reference = object?.reference else { return object ?? .null }
        try file.budget.spend(8)
        let found = try file.object(reference)
        guard isWhole, !found.isNull else { return found }
        do throws(PDFError) {
            guard try isStrict(reference) else { throw PDFError(.malformed, "a key stands twice in a dictionary") }
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            isWhole = false
        }
        return found
    }

    private func isStrict(_ reference: PDFReference) throws(PDFError) -> Bool {
        switch file.table[reference.number] {
        case .offset(let offset, _)?:
            var parser = StrictParser(file.bytes, at: StrictParser.start(file.bytes, at: offset), limits: file.limits, budget: file.budget)
            parser.readsObjects = true
            return try StrictObject.read(&parser, in: file).0 == reference && !parser.hasRepeatedKeys
        case .compressed(let stream, let index)?:
            guard let container = try file.objectStream(stream), let offset = container.offset(of: reference.number, index: index) else {
                return false
            }
            var parser = StrictParser(container.bytes, at: offset, limits: file.limits, budget: file.budget)
            parser.readsObjects = true
            _ = try parser.object()
            return !parser.hasRepeatedKeys
        case .free?, nil: return false
        }
    }

    /// Reads what an annotation may be drawn with in each of its states, and the pictures of buttons.
    private mutating func read(annotation element: PDFObject) throws(PDFError) {
        guard isWhole, let annotation = try resolve(element).dictionary else { return }
        for entry in try resolve(annotation["AP"]).dictionary?.entries ?? [] {
            let shown = try resolve(entry.value)
            if let stream = shown.stream { try read(stream) }
            for state in shown.stream == nil ? shown.dictionary?.entries ?? [] : [] {
                if let stream = try resolve(state.value).stream { try read(stream) }
            }
        }
        let looks = try resolve(annotation["MK"]).dictionary
        for key in ["I", "RI", "IX"] as [StaticString] { if let icon = try resolve(looks?[key]).stream { try read(icon) } }
        // Text without an appearance is set in what this names.
        if let text = try resolve(annotation["DA"]).string { try note(PDFBytes(text.bytes)) }
    }

    /// Reads a content stream, and what it is drawn with.
    private mutating func read(_ stream: PDFStream) throws(PDFError) {
        guard isWhole else { return }
        if let number = stream.reference?.number, !owners.insert(number).inserted { return }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return isWhole = false }
        for key in ["F", "FFilter", "FDecodeParms", "DP", "Ref", "OPI", "PS"] as [StaticString] where stream.dictionary[key] != nil {
            return isWhole = false
        }
        do throws(PDFError) {
            try StrictObject.checkFilters(stream.dictionary, in: file)
            try note(StrictObject.decoded(stream, in: file))
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            isWhole = false
        }
        try read(resources: stream.dictionary["Resources"])
    }

    /// Keeps each name that stands before an operator, whatever it is for.
    private mutating func note(_ content: PDFBytes) throws(PDFError) {
        guard content.count <= ContentReader.mostBytes else { return isWhole = false }
        var parser = StrictParser(content, at: 0, limits: file.limits, budget: file.budget)
        do throws(PDFError) {
            while let (_, _, operands) = try parser.nextOperator() { for operand in operands { note(operand) } }
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            isWhole = false
        }
    }

    private mutating func note(_ object: PDFObject) {
        switch object {
        case .name(let name): names.insert(name)
        case .array(let elements): for element in elements { note(element) }
        case .dictionary(let dictionary): for entry in dictionary.entries { note(entry.value) }
        default: break
        }
    }

    /// Reads all content that a dictionary of resources holds.
    private mutating func read(resources object: PDFObject?) throws(PDFError) {
        if let number = object?.reference?.number, !resources.insert(number).inserted { return }
        guard isWhole, let dictionary = try resolve(object).dictionary else { return }
        for entry in try resolve(dictionary["XObject"]).dictionary?.entries ?? [] {
            guard let stream = try resolve(entry.value).stream else { continue }
            let kind = try resolve(stream.dictionary["Subtype"]).name
            if kind.map({ $0 == "Image" }) ?? false { continue }
            guard kind.map({ $0 == "Form" }) ?? false else { return isWhole = false }
            try read(stream)
        }
        for entry in try resolve(dictionary["Pattern"]).dictionary?.entries ?? [] {
            let pattern = try resolve(entry.value)
            if let stream = pattern.stream { try read(stream) } else { try read(settings: pattern.dictionary?["ExtGState"]) }
        }
        for entry in try resolve(dictionary["Font"]).dictionary?.entries ?? [] { try read(font: entry.value) }
        for entry in try resolve(dictionary["ExtGState"]).dictionary?.entries ?? [] { try read(settings: entry.value) }
    }

    /// Reads the procedures of a font that has some (9.6.4).
    private mutating func read(font object: PDFObject?) throws(PDFError) {
        if let number = object?.reference?.number, !fonts.insert(number).inserted { return }
        guard isWhole, let font = try resolve(object).dictionary, font["CharProcs"] != nil else { return }
        if let number = object?.reference?.number { owners.insert(number) }
        for entry in try resolve(font["CharProcs"]).dictionary?.entries ?? [] {
            if let stream = try resolve(entry.value).stream { try read(stream) }
        }
        try read(resources: font["Resources"])
    }

    /// Reads the group of a mask, and the font that settings may name (8.4.5).
    private mutating func read(settings object: PDFObject?) throws(PDFError) {
        if let number = object?.reference?.number, !settings.insert(number).inserted { return }
        guard isWhole, let dictionary = try resolve(object).dictionary else { return }
        if let group = try resolve(resolve(dictionary["SMask"]).dictionary?["G"]).stream { try read(group) }
        try read(font: resolve(dictionary["Font"]).array?.first)
    }
}
