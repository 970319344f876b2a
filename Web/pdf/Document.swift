import ParaphPDF

/// An open file, as the page asks about it.
///
/// Rectangles are as shown: upright, in points, from the lower left corner of what is seen of the page.
struct Document {
    let file: PDFFile
    private let history: PDFHistory
    let pages: [PDFPage]
    private(set) var indices: [PDFReference: Int] = [:]
    private(set) var signing: PDFSigning?
    private var places: SignaturePlaces?

    /// Opens a file; one that is locked tells nothing but that.
    init(_ bytes: PDFBytes) throws(PDFError) {
        file = try PDFFile(bytes)
        if file.isLocked { throw PDFError(.password, "The file is encrypted") }
        history = try PDFHistory(file)
        pages = try file.pages()
        for (index, page) in pages.enumerated() {
            if let reference = page.reference, indices[reference] == nil { indices[reference] = index }
        }
    }

    func describe(_ json: inout JSON) throws(PDFError) {
        json.number("pages", pages.count)
        json.number("version", file.headerVersion)
        // What cannot be read may hide a remark: the person is told that the file is damaged.
        let remarks = try? file.remarks()
        json.boolean("repaired", file.isRepaired || remarks == nil)
        try json.array("remarks") { (json) throws(PDFError) in
            for remark in remarks ?? [] { json.string(nil, remark.rawValue) }
        }
        json.boolean("encrypted", file.encryption != nil)
        let form = try file.form()
        json.boolean("xfa", try !file.resolve(form?["XFA"]).isNull)
        let permissions = try history.permissions()
        json.number("permission", permissions.level.rawValue)
        json.boolean("certified", permissions.isCertified)
        try json.array("revisions") { (json) throws(PDFError) in
            for revision in history.revisions { json.number(nil, revision.length) }
        }
        try json.array("fields") { (json) throws(PDFError) in
            for field in try file.fields() where field.kind == .signature {
                try json.object { (json) throws(PDFError) in try describe(field, permissions, &json) }
            }
        }
        try json.array("signatures") { (json) throws(PDFError) in
            for signature in history.signatures {
                try json.object { (json) throws(PDFError) in try describe(signature, &json) }
            }
        }
    }

    private func describe(_ field: PDFField, _ permissions: PDFPermissions, _ json: inout JSON) throws(PDFError) {
        json.string("name", field.name)
        json.boolean("signed", try !file.resolve(field["V"]).isNull)
        json.boolean("locked", permissions.locks(field.name))
        for reference in field.widgets.prefix(1) {
            guard let widget = try file.object(reference).dictionary, let box = try file.rectangle(widget["Rect"]) else { continue }
            guard let page = page(of: reference, widget) else { continue }
            json.number("page", page)
            try json.rectangle("rectangle", file.geometry(of: pages[page]).shown(box))
        }
    }

    private func describe(_ signature: PDFSignature, _ json: inout JSON) throws(PDFError) {
        json.string("field", signature.field.name)
        json.string("kind", signature.kind.name)
        switch signature.coverage {
        case .document: json.string("covers", "document")
        case .revision: json.string("covers", "revision")
        case .broken: json.string("covers", "broken")
        }
        try json.array("byteRange") { (json) throws(PDFError) in
            if signature.coverage != .broken { for number in signature.byteRange { json.number(nil, number) } }
        }
        // What was signed is what the state says that it covers: a later one may show another name.
        guard let signed = try history.signedVersion(of: signature) else { return }
        let texts = [("name", "Name"), ("reason", "Reason"), ("location", "Location"), ("time", "M")] as [(StaticString, StaticString)]
        for (key, entry) in texts { if let text = try file.resolve(signed.dictionary[entry]).string?.text { json.string(key, text) } }
        if let format = try file.resolve(signed.dictionary["SubFilter"]).name { json.string("format", format.description) }
        json.string("contents", hexadecimalOf: signed.contents)
    }

    /// Width and height of every page, in order.
    func sizes() throws(PDFError) -> [Double] {
        var sizes: [Double] = []
        for page in pages {
            let geometry = try file.geometry(of: page)
            sizes += [geometry.width, geometry.height]
        }
        return sizes
    }

    /// Judges changes by a font that forms are filled with from now on, if it is one.
    func know(_ font: [UInt8]) {
        if let font = try? TrueTypeFont(PDFBytes(font)) { history.fonts.append(font) }
    }

    /// What was changed after a signature.
    func describeChanges(after index: Int, _ json: inout JSON) throws(PDFError) {
        guard history.signatures.indices.contains(index) else { throw PDFError(.missing, "There is no such signature") }
        let changes = try history.changes(since: history.signatures[index])
        json.string("verdict", changes.verdict.name)
        try json.array("items") { (json) throws(PDFError) in
            for change in changes.items {
                try json.object { (json) throws(PDFError) in
                    json.string("kind", change.kind.rawValue)
                    json.string("detail", change.detail)
                    json.string("verdict", change.verdict.name)
                    if change.isRemarkable { json.string("remark", "covers") }
                    json.number("revision", change.revision)
                    if let before = change.replaced?.before { json.string("before", before) }
                    if let after = change.replaced?.after { json.string("after", after) }
                    guard let page = change.page, pages.indices.contains(page - 1) else { return }
                    json.number("page", page - 1)
                    if let box = change.rectangle { try json.rectangle("rectangle", file.geometry(of: pages[page - 1]).shown(box)) }
                }
            }
        }
    }

    /// Reads the pages for where signatures go, once.
    private mutating func signaturePlaces() throws(PDFError) -> SignaturePlaces {
        if let places { return places }
        let found = try SignaturePlaces(file)
        places = found
        return found
    }

    /// Says what a signature would lie on.
    mutating func judge(_ values: SigningValues, at placement: PDFPlacement, _ json: inout JSON) throws(PDFError) {
        let field = values.field.isEmpty ? nil : values.field
        let background = try signaturePlaces().judge(values.appearance(), at: placement, in: field)
        json.string("background", background.name)
        json.boolean("signed", !history.signatures.isEmpty)
    }

    /// Looks for a free place near another, on its page or anywhere.
    mutating func free(_ values: SigningValues, near placement: PDFPlacement, isAnywhere: Bool, _ json: inout JSON) throws(PDFError) {
        if let found = try signaturePlaces().free(for: values.appearance(), near: placement, isAnywhere: isAnywhere) {
            try describe(found, &json)
        }
    }

    /// Proposes places.
    mutating func propose(width: Double, height: Double, _ json: inout JSON) throws(PDFError) {
        let proposals = try signaturePlaces().proposals(width: width, height: height)
        try json.array("places") { (json) throws(PDFError) in
            for proposal in proposals {
                try json.object { (json) throws(PDFError) in
                    json.boolean("line", proposal.isOnLine)
                    try describe(proposal.placement, &json)
                }
            }
        }
    }

    private func describe(_ placement: PDFPlacement, _ json: inout JSON) throws(PDFError) {
        let geometry = try file.geometry(of: pages[placement.page])
        json.number("page", placement.page)
        json.number("width", geometry.width)
        json.number("height", geometry.height)
        try json.rectangle("box", placement.rectangle)
    }

    /// Begins a signature; says what is to be digested.
    mutating func prepare(_ request: SigningValues, _ json: inout JSON) throws(PDFError) {
        let begun = try PDFSigning(file, request.request(), permissions: try history.permissions())
        let signed = try PDFFile(file, extendedTo: GrowingFile(file.bytes, room: begun.appended.count).append(begun.appended))
        try signed.checkUpdate(of: file, fonts: history.fonts)
        signing = begun
        json.string("field", begun.field)
        try json.array("byteRange") { (json) throws(PDFError) in for number in begun.byteRange { json.number(nil, number) } }
    }

    /// Puts the signature into its room; false where there is none, or too little of it.
    mutating func complete(_ signature: [UInt8]) -> Bool {
        signing?.fill(signature) ?? false
    }
}
