/// Looks for what a signer should be told in all that a file leads to: what programs do with a script or an attached file does not hang on where it stands.
struct RemarkSearch {
    private let file: PDFFile
    private(set) var found: Set<PDFRemark> = []

    init(in file: PDFFile) { self.file = file }

    mutating func run() throws(PDFError) {
        guard let catalog = try file.catalog() else { return }
        try lookThroughAll()
        try lookAtOpening(catalog)
        let layers = try file.resolve(catalog["OCProperties"]).dictionary
        try lookAtUses(layers?["D"])
        for configuration in try file.resolve(layers?["Configs"]).array ?? [] { try lookAtUses(configuration) }
        if try !file.resolve(file.resolve(catalog["Names"]).dictionary?["EmbeddedFiles"]).isNull { found.insert(.attachments) }
        if catalog["Collection"] != nil { found.insert(.attachments) }
        if let form = try file.form(), try !file.resolve(form["XFA"]).isNull { found.insert(.fields) }
        try lookAtFields()
    }

    /// Looks at each dictionary of each object that the trailer leads to.
    private mutating func lookThroughAll() throws(PDFError) {
        var reached: Set<Int> = []
        var numbers: [Int] = []
        func reach(_ number: Int) {
            if number > 0, number <= file.limits.objectNumber, reached.insert(number).inserted { numbers.append(number) }
        }
        ReferenceIndex.forEachReference(of: ReferenceIndex.trailer(of: file), reach)
        while let number = numbers.popLast() {
            try file.budget.spend(8)
            let object = try file.object(PDFReference(number))
            ReferenceIndex.forEachReference(of: object, reach)
            try look(in: object)
        }
    }

    private mutating func look(in object: PDFObject) throws(PDFError) {
        if let elements = object.array {
            for element in elements { try look(in: element) }
        } else if let dictionary = object.dictionary {
            try look(at: dictionary)
            for entry in dictionary.entries { try look(in: entry.value) }
        }
    }

    private mutating func look(at dictionary: PDFDictionary) throws(PDFError) {
        try file.budget.spend(2)
        // 12.6.4.17, and renditions.
        if dictionary["JS"] != nil { found.insert(.scripts) }
        // A file that is attached to anything (7.11.3), or a place for one.
        for key in ["EF", "AF"] as [StaticString] where dictionary.has(PDFName(key)) { found.insert(.attachments) }
        if let subtype = try file.resolve(dictionary["Subtype"]).name, subtype == "FileAttachment" || subtype == "RichMedia" {
            found.insert(.attachments)
        }
        if dictionary["Alternates"] != nil { found.insert(.layers) }
        if try differsByUse(dictionary) { found.insert(.layers) }
    }

    /// Whether something is shown by what is done with it: a layer (8.11.4.4), or an annotation that is printed and not seen (12.5.3).
    private func differsByUse(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if dictionary["Rect"] != nil, let flags = try file.resolve(dictionary["F"]).integer {
            let (hidden, printed, unseen) = (2, 4, 32)
            return flags & unseen != 0 && flags & printed != 0 && flags & hidden == 0
        }
        guard let usage = try file.resolve(dictionary["Usage"]).dictionary else { return false }
        if usage["Zoom"] != nil || usage["Language"] != nil || usage["User"] != nil { return true }
        for (use, state) in [("View", "ViewState"), ("Print", "PrintState"), ("Export", "ExportState")] as [(StaticString, StaticString)] {
            guard let value = try file.resolve(file.resolve(usage[use]).dictionary?[state]).name else { continue }
            if value == "OFF" { return true }
        }
        return false
    }

    private mutating func lookAtUses(_ configuration: PDFObject?) throws(PDFError) {
        guard let uses = try file.resolve(file.resolve(configuration).dictionary?["AS"]).array else { return }
        if !uses.isEmpty { found.insert(.layers) }
    }

    /// Looks at what is done when the file or a page is opened (12.6.3).
    private mutating func lookAtOpening(_ catalog: PDFDictionary) throws(PDFError) {
        var left = [catalog["OpenAction"] ?? .null]
        left += try file.resolve(catalog["AA"]).dictionary?.entries.map { $0.value } ?? []
        for page in try file.pages() { left += try file.resolve(page.dictionary["AA"]).dictionary?.entries.map { $0.value } ?? [] }
        var reached: Set<Int> = []
        while let action = left.popLast() {
            try file.budget.spend(8)
            if let number = action.reference?.number, !reached.insert(number).inserted { continue }
            let action = try file.resolve(action)
            if let actions = action.array {
                // Those that follow one; a destination is no dictionary.
                left += actions.filter { $0.reference != nil || $0.dictionary != nil }
                continue
            }
            guard let dictionary = action.dictionary else { continue }
            if let kind = try file.resolve(dictionary["S"]).name, kind != "GoTo", kind != "Named", kind != "URI" { found.insert(.scripts) }
            if let next = dictionary["Next"] { left.append(next) }
        }
    }

    /// Looks for text fields whose letters are known and are others than they hold.
    private mutating func lookAtFields() throws(PDFError) {
        for page in try file.pages() where !found.contains(.fields) {
            for element in try file.resolve(page.dictionary["Annots"]).array ?? [] where !found.contains(.fields) {
                try file.budget.spend(8)
                guard let widget = try file.resolve(element).dictionary, try showsOtherText(widget) else { continue }
                found.insert(.fields)
            }
        }
    }

    private func showsOtherText(_ widget: PDFDictionary) throws(PDFError) -> Bool {
        guard try inherited("FT", widget)?.name.map({ $0 == "Tx" }) ?? false, let value = try inherited("V", widget)?.string?.text else {
            return false
        }
        let flags = PDFFieldFlags(rawValue: try inherited("Ff", widget)?.integer ?? 0)
        // A password is not shown, and a script may format what is.
        if flags.contains(.password) { return false }
        if try inherited("AA", widget)?.dictionary?["F"] != nil { return false }
        guard case .stream(let stream) = try file.normalLook(of: widget) else { return false }
        let cells = flags.contains(.comb) ? try inherited("MaxLen", widget)?.integer : nil
        let fonts = KnownFonts([], from: file, to: file)
        guard case .look(let look) = try FieldLook.read(stream, widget: widget, cells: cells, isList: false, in: file, fonts) else {
            return false
        }
        for text in look.texts where text.scalars == nil { return false }
        return look.letters != FieldLook.letters(of: value)
    }

    /// An entry of a field, from the nearest of those above it that has one (12.7.4.1).
    private func inherited(_ key: StaticString, _ widget: PDFDictionary) throws(PDFError) -> PDFObject? {
        var field = widget
        for _ in 0..<file.limits.depth {
            let value = try file.resolve(field[PDFName(key)])
            if !value.isNull { return value }
            guard let parent = try file.resolve(field["Parent"]).dictionary else { return nil }
            field = parent
        }
        return nil
    }
}
