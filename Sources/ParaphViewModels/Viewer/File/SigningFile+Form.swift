import ParaphPDF

/// What a field of a form is to hold.
nonisolated struct FormEntry: Hashable, Sendable {
    let field: String
    let value: PDFFieldValue
}

/// A field of a form as the file has it.
nonisolated struct FormFacts: Sendable {
    /// A field that people fill.
    struct Field: Sendable {
        let name: String
        let kind: PDFField.Kind
        var label: String?
        var value = ""
        /// Whether a signature locks it.
        let isLocked: Bool
        var flags: PDFFieldFlags = []
        var longest: Int?
        var options: [PDFFieldOption] = []
        var widgets: [Widget] = []

        /// Whether it takes several values: files may set the flag on fields of which it says nothing, and on those in which text is typed.
        var takesList: Bool { kind == .choice && flags.contains(.multiSelect) && !flags.contains(.edit) }
    }

    /// Where a field stands.
    struct Widget: Hashable, Sendable {
        let page: Int
        let rectangle: PDFRectangle
        /// What a button sets, and whether it is set.
        var state: String?
        var isOn = false
    }

    /// Whether a program of the form computes values, which does not run here.
    var calculates = false
    var fields: [Field] = []
}

extension SigningFile {
    /// The fields that people fill; none where they cannot be read.
    func form() -> FormFacts {
        do {
            return try describeForm(read())
        } catch {
            forget()
            return FormFacts()
        }
    }

    private func describeForm(_ opened: Opened) throws(PDFError) -> FormFacts {
        let filler = try PDFFormFiller(opened.file)
        var form = FormFacts(calculates: filler.calculates)
        for field in filler.fields where !field.name.isEmpty && !field.name.utf8.contains(0) {
            let refusal = try filler.refusal(of: field)
            guard refusal == nil || refusal == .locked else { continue }
            let described = try describe(field, isLocked: refusal != nil, opened)
            if !described.widgets.isEmpty { form.fields.append(described) }
        }
        return form
    }

    private func describe(_ field: PDFField, isLocked: Bool, _ opened: Opened) throws(PDFError) -> FormFacts.Field {
        let file = opened.file
        var told = FormFacts.Field(name: field.name, kind: field.kind, isLocked: isLocked)
        told.label = try file.resolve(field.dictionary["TU"]).string?.text
        told.value = try file.valueText(of: field) ?? ""
        told.flags = try file.flags(of: field)
        told.longest = try file.longestText(of: field)
        told.options = try file.options(of: field)
        let buttons = try file.buttons(of: field)
        for reference in field.widgets {
            guard let widget = try file.object(reference).dictionary, let box = try file.rectangle(widget["Rect"]) else { continue }
            // Hidden ones are filled by no person (ISO 32000-2, table 167).
            guard try (file.resolve(widget["F"]).integer ?? 0) & (2 | 32) == 0, let page = page(of: reference, widget, opened) else {
                continue
            }
            var shown = FormFacts.Widget(page: page, rectangle: try file.geometry(of: opened.pages[page]).shown(box))
            if let button = buttons.first(where: { $0.widget == reference }) {
                shown.state = button.value
                shown.isOn = try file.resolve(widget["AS"]).name == button.state
            }
            told.widgets.append(shown)
        }
        return told
    }

    /// Which values the form refuses, and why.
    func refusals(of values: [FormEntry]) -> [PDFFieldRefusal] {
        do {
            var filler = try PDFFormFiller(read().file, fonts: fonts)
            return try values.compactMap { (entry) throws(PDFError) in try filler.fill(entry.field, with: entry.value) }
        } catch {
            forget()
            return []
        }
    }
}
