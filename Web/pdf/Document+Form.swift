import ParaphPDF

/// The form, as the page shows it for filling.
extension Document {
    func describeForm(_ json: inout JSON) throws(PDFError) {
        let filler = try PDFFormFiller(file)
        json.boolean("calculates", filler.calculates)
        try json.array("fields") { (json) throws(PDFError) in
            for field in filler.fields where !field.name.isEmpty && !field.name.utf8.contains(0) {
                let refusal = try filler.refusal(of: field)
                if refusal == .notFillable { continue }
                try json.object { (json) throws(PDFError) in try describe(field, refusal, &json) }
            }
        }
    }

    /// Says what is wrong with values.
    func describeRefusals(_ values: SigningValues, _ json: inout JSON) throws(PDFError) {
        var filler = try PDFFormFiller(file, fonts: try values.fonts())
        try json.array("refusals") { (json) throws(PDFError) in
            for (field, value) in values.values() {
                guard let refusal = try filler.fill(field, with: value) else { continue }
                try json.object { (json) throws(PDFError) in
                    json.string("field", field)
                    json.string("reason", refusal.reason.code)
                    if case .tooLong(let most) = refusal.reason { json.number("most", most) }
                    if case .noGlyph(let scalar) = refusal.reason { json.number("character", Int(scalar)) }
                }
            }
        }
    }

    private func describe(_ field: PDFField, _ refusal: PDFFieldRefusal.Reason?, _ json: inout JSON) throws(PDFError) {
        json.string("name", field.name)
        json.string("kind", field.kind.name)
        if let label = try file.resolve(field.dictionary["TU"]).string?.text { json.string("label", label) }
        if let value = try file.valueText(of: field) { json.string("value", value) }
        if let refusal { json.string("refusal", refusal.code) }
        let flags = try file.flags(of: field)
        let named: [(StaticString, PDFFieldFlags)] = [
            ("required", .required), ("multiline", .multiline), ("password", .password), ("comb", .comb), ("combo", .combo),
            ("edit", .edit), ("multiple", .multiSelect),
        ]
        for (name, flag) in named where flags.contains(flag) { json.boolean(name, true) }
        if let most = try file.longestText(of: field) { json.number("longest", most) }
        try json.array("options") { (json) throws(PDFError) in
            for option in try file.options(of: field) {
                try json.object { (json) throws(PDFError) in
                    json.string("export", option.export)
                    json.string("display", option.display)
                }
            }
        }
        let buttons = try file.buttons(of: field)
        try json.array("widgets") { (json) throws(PDFError) in
            for reference in field.widgets {
                guard let widget = try file.object(reference).dictionary, let box = try file.rectangle(widget["Rect"]) else { continue }
                // Hidden ones nobody fills (ISO 32000-2, table 167).
                guard try (file.resolve(widget["F"]).integer ?? 0) & (2 | 32) == 0, let page = page(of: reference, widget) else { continue }
                try json.object { (json) throws(PDFError) in
                    json.number("page", page)
                    try json.rectangle("rectangle", file.geometry(of: pages[page]).shown(box))
                    guard let button = buttons.first(where: { $0.widget == reference }) else { return }
                    json.string("state", button.value)
                    json.boolean("on", try file.resolve(widget["AS"]).name == button.state)
                }
            }
        }
    }

    /// The page of an annotation: the one that it names if that lists it, else the first that lists it, else the one that it names.
    func page(of reference: PDFReference, _ widget: PDFDictionary) -> Int? {
        func lists(_ page: PDFPage) -> Bool {
            ((try? file.resolve(page.dictionary["Annots"]).array) ?? []).contains { $0.reference == reference }
        }
        let named = widget["P"]?.reference.flatMap { indices[$0] }
        if let named, lists(pages[named]) { return named }
        return pages.firstIndex(where: lists) ?? named
    }
}
