extension StateComparison {
    /// Compares a field or widget that both states have.
    func compareField(_ reference: PDFReference, below parent: FieldNode) throws(PDFError) {
        guard parent.depth < 64 else { return }
        guard let before = try old.object(reference).dictionary else { return try compareAddedField(reference, below: parent) }
        let node = parent.entering(before, old, at: reference)
        guard let after = try new.object(reference).dictionary else {
            return add(Finding(.formField, "A field was removed: \(node.name)", .never))
        }
        judge(reference.number, as: .field)
        let isSignature = try old.resolve(node["FT"]).name.map { $0 == "Sig" } ?? false
        let field = ComparedField(reference: reference, old: before, new: after, node: node, isSignature: isSignature)
        if isSignature { try compareSignatureField(field) } else { try compareFilledField(field) }
        guard before["Kids"] != nil || after["Kids"] != nil else { return }
        try compareFields(old.resolve(before["Kids"]).array ?? [], new.resolve(after["Kids"]).array ?? [], below: node)
        judge(before["Kids"]?.reference?.number, as: .fields)
        guard try !isSame(before["V"], after["V"]) || isChanged(before["V"]), !isSignature else { return }
        try judgeStale(new.resolve(after["Kids"]).array ?? [], below: node)
    }

    /// Judges widgets that were not written anew, and show what the field above them held before.
    private func judgeStale(_ kids: [PDFObject], below parent: FieldNode) throws(PDFError) {
        guard parent.depth < 64 else { return }
        for kid in kids {
            try old.budget.spend(16)
            guard let widget = kid.reference, changed[widget.number] == nil, let shown = try new.object(widget).dictionary else { continue }
            // One with a value of its own shows that.
            if shown["V"] != nil { continue }
            let node = parent.entering(shown, old)
            let place = ComparedField(reference: widget, old: shown, new: shown, node: node, isSignature: false)
            if let problem = try appearanceProblem(place, isDrawn: false) {
                add(finding(problem.kind, problem.detail, place, isSuspicious: true))
            }
            if shown["Kids"] != nil { try judgeStale(new.resolve(shown["Kids"]).array ?? [], below: node) }
        }
    }

    /// Compares a field that holds a value of its own or shows one.
    private func compareFilledField(_ field: ComparedField) throws(PDFError) {
        var (isFilled, isShownAnew) = (false, false)
        for key in try differingKeys(field.old, field.new) {
            if key == "Kids" || (key == "StructParent" && field.old[key] == nil) || namesItsPage(key, of: field) { continue }
            if key == "V" || key == "I" || key == "AS" || key == "RV" || key == "M" || key == "AP" {
                isFilled = true
                if key != "M" { isShownAnew = true }
                if key == "M", try new.resolve(field.new[key]).string == nil {
                    add(finding(.formField, "A field's date is none", field, .never))
                }
            } else if key == "Ff" {
                // A filled field may be made read-only.
                let (flags, later) = (
                    try old.resolve(field.old["Ff"] ?? field.node["Ff"]).integer ?? 0, try new.resolve(field.new["Ff"]).integer ?? 0
                )
                if flags | 1 != later, flags != later {
                    add(Finding(.formField, "What a field accepts was changed: \(field.name)", .never))
                } else {
                    isFilled = true
                }
            } else if key == "TI", try isUnseenTop(field) {
                isFilled = true
            } else if key == "F" {
                try compareFlags(field)
            } else if key == "DA" {
                (isFilled, isShownAnew) = (true, true)
                if try !isSameStyle(field) {
                    add(finding(.appearance, "The look of a field's text was changed", field, isSuspicious: true))
                }
            } else if key == "MK" || key == "Q" || key == "DS" || key == "BS" || key == "Border" {
                (isFilled, isShownAnew) = (true, true)
                if try !isUsualBorder(field, key) {
                    add(finding(.appearance, "The look of a field was changed", field, isSuspicious: true))
                }
            } else {
                add(finding(.formField, "A field's entry \(key) was changed", field, .never))
            }
        }
        for key in ["V", "RV"] as [StaticString] where isChanged(field.old[key]) && field.old[key] == field.new[key] {
            (isFilled, isShownAnew) = (true, true)
            judge(field.old[key]?.reference?.number, as: .value)
        }
        let isDrawn = try compareAppearances(field)
        guard isFilled || isDrawn else { return }
        let replaced = try replaced(field, isDrawn: isDrawn)
        let isComputed = try isComputed(field, replaced)
        var found = finding(.formField, replaced == nil || isComputed ? "A field was filled in" : "What a field held was replaced", field)
        found.replaced = replaced
        found.isComputed = isComputed
        if isShownAnew, !isComputed { hasFilled = true }
        add(found)
        guard isShownAnew || isDrawn else { return }
        if let problem = try appearanceProblem(field, isDrawn: isDrawn) {
            add(finding(problem.kind, problem.detail, field, isSuspicious: true))
        }
    }

    /// Whether a field's text is set in the font and colour that it was set in, of whatever size.
    private func isSameStyle(_ field: ComparedField) throws(PDFError) -> Bool {
        let (usual, later) = (try old.form()?["DA"], try new.form()?["DA"])
        let before = try old.resolve(field.old["DA"] ?? field.node["DA"] ?? usual).string?.bytes
        let after = try new.resolve(field.new["DA"] ?? field.node["DA"] ?? later).string?.bytes ?? []
        let (first, second) = (DefaultAppearance(before ?? []), DefaultAppearance(after))
        guard DefaultAppearance.isPlain(after), second.size == 0 || second.size >= 2 else { return false }
        guard before != nil else { return second.shownColour.map { $0.contrast(to: .black) < 0.4 } ?? true }
        guard (first.shownColour ?? .black).contrast(to: second.shownColour ?? .black) < 0.05 else { return false }
        if first.font == second.font { return true }
        return try isPlain(second.font, for: field)
    }

    /// Whether a name stands for a font whose letters are those that a text says: MuPDF sets all fields in `/Helv`, which readers know where the form does
    /// not name it.
    private func isPlain(_ name: PDFName?, for field: ComparedField) throws(PDFError) -> Bool {
        guard let name, name == "Helv" else { return false }
        guard try isPlain(name, in: new.form()?["DR"]) else { return false }
        return try isPlain(name, in: field.inherited("DR"))
    }

    private func isPlain(_ name: PDFName, in resources: PDFObject?) throws(PDFError) -> Bool {
        guard let font = try new.resolve(new.resolve(resources).dictionary?["Font"]).dictionary?[name] else { return true }
        return try new.isPlain(fieldFont: font)
    }

    /// Whether a border is said to be a line as thin as readers draw it where nothing is said, in the colour that it always had: its picture is judged
    /// for itself.
    private func isUsualBorder(_ field: ComparedField, _ key: PDFName) throws(PDFError) -> Bool {
        guard key == "BS", field.old["Border"] == nil, let style = try new.resolve(field.new["BS"]).dictionary else { return false }
        let width = try new.resolve(style["W"]).number ?? 1
        guard width >= 0, width <= 1 else { return false }
        let (before, after) = (try old.resolve(old.resolve(field.old["BS"]).dictionary?["S"]), try new.resolve(style["S"]))
        return Self.isLine(before) && Self.isLine(after)
    }

    private static func isLine(_ style: PDFObject) -> Bool { style.isNull || style.name.map { $0 == "S" } ?? false }

    private func compareFlags(_ field: ComparedField) throws(PDFError) {
        let (flags, later) = (try old.resolve(field.old["F"]).integer ?? 0, try new.resolve(field.new["F"]).integer ?? 0)
        // Invisible, hidden, of a size or direction of its own, or not seen on a screen, or no longer on paper (12.5.3, table 167).
        if (flags ^ later) & (1 | 2 | 8 | 16 | 32 | 256) != 0 || flags & ~later & 4 != 0 {
            add(finding(.formField, "Whether a field is seen was changed", field, isSuspicious: true))
        } else {
            add(finding(.formField, "A field's flags were changed", field))
        }
    }

    /// Compares a field for a signature: one that is signed stays as it is, another may be signed.
    private func compareSignatureField(_ field: ComparedField) throws(PDFError) {
        let before = try old.resolve(field.old["V"] ?? field.node["V"])
        let isSigned = before.dictionary != nil
        let isDrawn = try compareAppearances(field)
        let keys = try differingKeys(field.old, field.new)
        if isSigned {
            for key in keys where !(key == "Kids") && !(key == "StructParent" && field.old[key] == nil) {
                if try isUnseen(key, of: field) { continue }
                add(finding(.signature, "A signature was changed: its field's entry \(key)", field, .never))
            }
            if isDrawn { add(finding(.signature, "The look of a signature was changed", field, .never)) }
            return
        }
        var isPlaced = isDrawn
        for key in keys {
            if key == "V" || key == "M" || key == "Kids" || key == "StructParent" { continue }
            if key == "AP" || key == "AS" || key == "MK" {
                isPlaced = true
            } else if key == "Rect" {
                // An earlier signer saw it elsewhere, or not at all (SSA).
                isPlaced = true
                let isGone = try isShownNowhere(field)
                add(finding(.formField, "A signature field was moved or made larger", field, isSuspicious: !isGone))
            } else if key == "F" {
                try compareFlags(field)
            } else if try !isUnseen(key, of: field) {
                add(finding(.formField, "A signature field's entry \(key) was changed", field, .never))
            }
        }
        // The value may stand in the field above its widgets.
        guard field.new["V"] != nil else {
            if isPlaced, field.old["T"] != nil || field.node["V"] == nil { try addPlaced(field) }
            return
        }
        if isDrawn, try hidSomething(field) {
            add(finding(.appearance, "What a field showed before it was signed is gone from what it lay on", field, isSuspicious: true))
        }
        try addSigned(field, isNew: false)
    }

    /// Whether a field showed nothing before, and has no place on its page any more: PDFBox signs so where nothing is to be seen.
    private func isShownNowhere(_ field: ComparedField) throws(PDFError) -> Bool {
        guard case .nothing = try old.drawnArea(of: field.old) else { return false }
        let corners = try new.numbers(field.new["Rect"])
        return corners.count == 4 && corners[0] == corners[2] && corners[1] == corners[3]
    }

    /// Whether an entry of a field for a signature shows nothing, whatever it says: its default appearance, for no text is set in it (12.7.4.5), what it is called in
    /// a window, and whether it may or must be filled or is sent.
    private func isUnseen(_ key: PDFName, of field: ComparedField) throws(PDFError) -> Bool {
        if namesItsPage(key, of: field) { return true }
        if key == "DA" || key == "TU" || key == "TM" { return try new.resolve(field.new[key]).string != nil || field.new[key] == nil }
        guard key == "Ff" else { return false }
        let (flags, later) = (try old.resolve(field.old[key]).integer ?? 0, try new.resolve(field.new[key]).integer ?? 0)
        return (flags ^ later) & ~(1 | 2 | 4) == 0
    }

    /// Whether a field that named no page now names the one, and only, that shows it: iText writes that when it fills or signs.
    private func namesItsPage(_ key: PDFName, of field: ComparedField) -> Bool {
        guard key == "P", field.old[key] == nil, let page = field.new[key]?.reference, let index = index(ofPage: page.number) else {
            return false
        }
        return pages(of: field.reference.number) == [index]
    }

    /// Whether the first option that is seen is said of a list that folds away, which shows its value alone (12.7.5.4).
    private func isUnseenTop(_ field: ComparedField) throws(PDFError) -> Bool {
        guard try new.resolve(field.inherited("FT")).name.map({ $0 == "Ch" }) ?? false else { return false }
        let flags = PDFFieldFlags(rawValue: try new.resolve(field.inherited("Ff")).integer ?? 0)
        let top = try new.resolve(field.new["TI"])
        return flags.contains(.combo) && (top.isNull || top.integer.map { $0 >= 0 } ?? false)
    }

    /// Whether what a field showed lay on what its page shows, or was read together with that.
    private func hidSomething(_ field: ComparedField) throws(PDFError) -> Bool {
        guard let stream = try old.normalLook(of: field.old).stream else { return false }
        let drawn = try ContentSummary(of: stream, in: old)
        guard drawn.isCut || !drawn.marks.isEmpty else { return false }
        let margin = drawn.showsMoreThanLines ? Self.besideText : 0
        return try covers(field.old, of: field.reference.number, in: old, page: nil, margin: margin)
    }

    private func addPlaced(_ field: ComparedField) throws(PDFError) {
        // A widget whose field is signed in this state is judged with the place that it has.
        if let parent = field.new["Parent"], field.new["T"] == nil, try new.resolve(new.resolve(parent).dictionary?["V"]).dictionary != nil
        {
            return try addSigned(field, isNew: false)
        }
        add(finding(.appearance, "The look of a field that is not signed was changed", field, isSuspicious: true))
    }

    func finding(
        _ kind: PDFChange.Kind,
        _ detail: String,
        _ field: ComparedField,
        _ need: Finding.Need = .filling,
        isSuspicious: Bool = false
    ) -> Finding {
        let rectangle = try? new.rectangle(field.new["Rect"])
        return Finding(
            kind,
            field.name.isEmpty ? detail : "\(detail): \(field.name)",
            need,
            isSuspicious: isSuspicious,
            field: Array(field.name.utf8),
            page: page(of: field.reference.number),
            rectangle: rectangle
        )
    }
}

/// A field or widget as two states have it.
struct ComparedField {
    let reference: PDFReference
    let old: PDFDictionary
    let new: PDFDictionary
    /// What is inherited, with its own entries.
    let node: FieldNode
    let isSignature: Bool

    var name: String { node.name }

    func inherited(_ key: StaticString) -> PDFObject? { new[key] ?? node[key] }
}
