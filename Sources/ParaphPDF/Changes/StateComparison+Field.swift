extension StateComparison {
    /// Compares a field or widget that both states have.
    func compareField(_ reference: PDFReference, below parent: FieldNode) throws(PDFError) {
        guard parent.depth < 64 else { return }
        guard let before = try old.object(reference).dictionary else { return try compareAddedField(reference, below: parent) }
        let node = parent.entering(before, old)
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
        guard try !isSame(before["V"], after["V"]), !isSignature else { return }
        // Widgets that were not written anew show what the field held before.
        for kid in (try new.resolve(after["Kids"]).array ?? []).prefix(1000) {
            guard let widget = kid.reference, changed[widget.number] == nil, let shown = try new.object(widget).dictionary,
                shown["T"] == nil
            else { continue }
            let place = ComparedField(reference: widget, old: shown, new: shown, node: node, isSignature: false)
            if let problem = try appearanceProblem(place, isDrawn: false) {
                add(finding(problem.kind, problem.detail, place, isSuspicious: true))
            }
        }
    }

    /// Compares a field that holds a value of its own or shows one.
    private func compareFilledField(_ field: ComparedField) throws(PDFError) {
        var isFilled = false
        for key in try differingKeys(field.old, field.new) {
            if key == "Kids" || (key == "StructParent" && field.old[key] == nil) { continue }
            if key == "V" || key == "I" || key == "AS" || key == "RV" || key == "M" || key == "AP" {
                isFilled = true
            } else if key == "Ff" {
                // A filled field may be made read-only.
                let (flags, later) = (
                    try old.resolve(field.old["Ff"] ?? field.node["Ff"]).integer ?? 0, try new.resolve(field.new["Ff"]).integer ?? 0
                )
                if flags | 1 != later {
                    add(Finding(.formField, "What a field accepts was changed: \(field.name)", .never))
                } else {
                    isFilled = true
                }
            } else if key == "F" {
                try compareFlags(field)
            } else if key == "DA" {
                isFilled = true
                let isSized = try PDFDefaultAppearance(old.resolve(field.old["DA"] ?? field.node["DA"]).string)
                    .hasFont(of: PDFDefaultAppearance(new.resolve(field.new["DA"]).string))
                if !isSized { add(finding(.appearance, "The look of a field's text was changed", field, isSuspicious: true)) }
            } else if key == "MK" || key == "Q" || key == "DS" {
                isFilled = true
                add(finding(.appearance, "The look of a field was changed", field, isSuspicious: true))
            } else {
                add(finding(.formField, "A field's entry \(key) was changed", field, .never))
            }
        }
        for key in ["V", "RV"] as [StaticString] where isChanged(field.old[key]) && field.old[key] == field.new[key] {
            isFilled = true
            judge(field.old[key]?.reference?.number, as: .value)
        }
        let isDrawn = try compareAppearances(field)
        guard isFilled || isDrawn else { return }
        add(finding(.formField, "A field was filled in", field))
        if let problem = try appearanceProblem(field, isDrawn: isDrawn) {
            add(finding(problem.kind, problem.detail, field, isSuspicious: true))
        }
    }

    private func compareFlags(_ field: ComparedField) throws(PDFError) {
        let (flags, later) = (try old.resolve(field.old["F"]).integer ?? 0, try new.resolve(field.new["F"]).integer ?? 0)
        // Invisible, hidden, or not seen on a screen (12.5.3, table 167).
        if (flags ^ later) & (1 | 2 | 32 | 256) != 0 {
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
                add(finding(.signature, "A signature was changed: its field's entry \(key)", field, .never))
            }
            if isDrawn { add(finding(.signature, "The look of a signature was changed", field, .never)) }
            return
        }
        var isPlaced = isDrawn
        for key in keys {
            if key == "V" || key == "M" || key == "Kids" || key == "StructParent" { continue }
            if key == "AP" || key == "AS" || key == "MK" || key == "DA" || key == "Rect" {
                isPlaced = true
            } else if key == "F" {
                try compareFlags(field)
            } else {
                add(finding(.formField, "A signature field's entry \(key) was changed", field, .never))
            }
        }
        // The value may stand in the field above its widgets.
        guard field.new["V"] != nil else {
            if isPlaced, field.old["T"] != nil || field.node["V"] == nil { try addPlaced(field) }
            return
        }
        try addSigned(field, isNew: false)
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

/// A string that sets a font and its size, such as `/Helv 12 Tf 0 g` (12.7.4.3).
struct PDFDefaultAppearance {
    private let font: [UInt8]

    init(_ string: PDFString?) {
        var lexer = Lexer(PDFBytes(string?.bytes ?? []))
        var font: [UInt8] = []
        var count = 0
        while count < 64 {
            count += 1
            let token = lexer.next()
            if case .name(let name) = token, font.isEmpty { font = name.bytes }
            if case .end = token { break }
        }
        self.font = font
    }

    func hasFont(of other: PDFDefaultAppearance) -> Bool { font.isEmpty || font == other.font }
}
