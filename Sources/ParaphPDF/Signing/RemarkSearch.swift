/// Looks for what a signer should be told in all that a file leads to: what programs do with a script or an attached file does not hang on where it stands.
struct RemarkSearch {
    private let file: PDFFile
    private var hasScripts = false
    private var hasLayers = false
    private var hasFiles = false
    private var hasFields = false

    init(in file: PDFFile) { self.file = file }

    /// What was found, in the order of ``PDFRemark``.
    var remarks: [PDFRemark] {
        var remarks: [PDFRemark] = []
        if hasScripts { remarks.append(.scripts) }
        if hasLayers { remarks.append(.layers) }
        if hasFiles { remarks.append(.attachments) }
        if hasFields { remarks.append(.fields) }
        return remarks
    }

    mutating func run() throws(PDFError) {
        guard let catalog = try file.catalog() else { return }
        try lookThroughAll()
        try lookAtOpening(catalog)
        let layers = try file.resolve(catalog["OCProperties"]).dictionary
        try lookAtUses(layers?["D"])
        for configuration in try file.resolve(layers?["Configs"]).array ?? [] { try lookAtUses(configuration) }
        if try !file.resolve(file.resolve(catalog["Names"]).dictionary?["EmbeddedFiles"]).isNull { hasFiles = true }
        if catalog["Collection"] != nil { hasFiles = true }
        if let form = try file.form(), try !file.resolve(form["XFA"]).isNull { hasFields = true }
        try lookAtFields()
    }

    /// Looks at each dictionary of each object that the trailer leads to.
    private mutating func lookThroughAll() throws(PDFError) {
        var reached = ReachedObjects(of: file)
        while let number = reached.next() {
            try file.budget.spend(8)
            let object = try file.object(PDFReference(number))
            reached.reach(from: object)
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
        if dictionary["JS"] != nil { hasScripts = true }
        // A file that is attached to anything (7.11.3), or a place for one.
        for key in ["EF", "AF"] as [StaticString] where dictionary.has(PDFName(key)) { hasFiles = true }
        if let subtype = try file.resolve(dictionary["Subtype"]).name, subtype == "FileAttachment" || subtype == "RichMedia" {
            hasFiles = true
        }
        if dictionary["Alternates"] != nil { hasLayers = true }
        if try differsByUse(dictionary) { hasLayers = true }
    }

    /// Whether something is shown by what is done with it: a layer (8.11.4.4), or an annotation that is printed and not seen (12.5.3).
    private func differsByUse(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if dictionary["Rect"] != nil, let flags = try file.resolve(dictionary["F"]).integer {
            let (hidden, printed, unseen) = (2, 4, 32)
            return flags & unseen != 0 && flags & printed != 0 && flags & hidden == 0
        }
        guard let usage = try file.resolve(dictionary["Usage"]).dictionary else { return false }
        if usage["Zoom"] != nil || usage["Language"] != nil || usage["User"] != nil { return true }
        for use in usage.entries {
            // ViewState, PrintState, ExportState.
            guard let states = try file.resolve(use.value).dictionary else { continue }
            for state in states.entries {
                if try file.resolve(state.value).name.map({ $0 == "OFF" }) ?? false { return true }
            }
        }
        return false
    }

    private mutating func lookAtUses(_ configuration: PDFObject?) throws(PDFError) {
        guard let uses = try file.resolve(file.resolve(configuration).dictionary?["AS"]).array else { return }
        if !uses.isEmpty { hasLayers = true }
    }

    /// Looks at what is done when the file or a page is opened (12.6.3).
    private mutating func lookAtOpening(_ catalog: PDFDictionary) throws(PDFError) {
        var left = [catalog["OpenAction"] ?? .null]
        var openings = [catalog]
        for page in try file.pages() { openings.append(page.dictionary) }
        for opening in openings {
            guard let actions = try file.resolve(opening["AA"]).dictionary else { continue }
            for entry in actions.entries { left.append(entry.value) }
        }
        var reached: Set<Int> = []
        while let action = left.popLast() {
            try file.budget.spend(8)
            if let number = action.reference?.number, !reached.insert(number).inserted { continue }
            let action = try file.resolve(action)
            if let actions = action.array {
                // Those that follow one; a destination is no dictionary.
                for action in actions where action.reference != nil || action.dictionary != nil { left.append(action) }
                continue
            }
            guard let dictionary = action.dictionary else { continue }
            if let kind = try file.resolve(dictionary["S"]).name, kind != "GoTo", kind != "Named", kind != "URI" { hasScripts = true }
            if let next = dictionary["Next"] { left.append(next) }
        }
    }

    /// Looks for text fields whose letters are known and are others than they hold.
    private mutating func lookAtFields() throws(PDFError) {
        for page in try file.pages() where !hasFields {
            for element in try file.resolve(page.dictionary["Annots"]).array ?? [] where !hasFields {
                try file.budget.spend(8)
                guard let widget = try file.resolve(element).dictionary, try showsOtherText(widget) else { continue }
                hasFields = true
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
