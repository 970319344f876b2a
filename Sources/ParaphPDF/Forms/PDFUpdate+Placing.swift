extension PDFUpdate {
    /// Adds a picture of vectors, to be shown in an annotation (ISO 32000-2, 12.5.5).
    ///
    /// - Parameters:
    ///   - content: what draws it, in a box from 0, 0 to the width and height, upright as a person sees the page.
    ///   - width: the width of the box.
    ///   - height: its height.
    ///   - rotation: by how much the page is turned clockwise, see ``PDFFile/rotation(of:)``.
    ///   - resources: fonts and images that the content names.
    /// - Returns: the form XObject.
    public mutating func addAppearance(
        _ content: PDFContent,
        width: Double,
        height: Double,
        rotation: Int = 0,
        resources: PDFDictionary = PDFDictionary()
    ) -> PDFReference {
        var dictionary = PDFDictionary()
        dictionary["Type"] = .name("XObject")
        dictionary["Subtype"] = .name("Form")
        dictionary["BBox"] = .array([.integer(0), .integer(0), .number(width), .number(height)])
        dictionary["Resources"] = .dictionary(resources)
        // Turned against the page, so that it is upright on it.
        let matrix: [Int]? =
            switch rotation {
            case 90: [0, 1, -1, 0, 0, 0]
            case 180: [-1, 0, 0, -1, 0, 0]
            case 270: [0, -1, 1, 0, 0, 0]
            default: nil
            }
        if let matrix { dictionary["Matrix"] = .array(matrix.map { .integer($0) }) }
        return add(dictionary, stream: content.bytes)
    }

    /// Adds a signature field with its annotation on a page, and the signature in it (12.7.5.5).
    ///
    /// - Parameters:
    ///   - name: the field's name; no other field has it, and it has no dot.
    ///   - value: the signature dictionary, if the field is signed now.
    ///   - page: the page; one that is an object of its own, unless the signature is not shown.
    ///   - rectangle: where it is shown, in the units of the page; nil for a signature that is not shown.
    ///   - appearance: what is shown there.
    /// - Returns: the field.
    /// - Throws: ``PDFError``: `malformed` for a name that is not free, `missing` where the page or the catalog is no object.
    public mutating func addSignatureField(
        _ name: String,
        value: PDFReference?,
        on page: PDFPage?,
        rectangle: PDFRectangle?,
        appearance: PDFReference?
    ) throws(PDFError) -> PDFReference {
        let pageReference = page?.reference
        guard pageReference != nil || rectangle == nil else { throw PDFError(.missing, "The page is no object of its own") }
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ".")) else { throw PDFError(.malformed, "A field has no such name") }
        let wanted = Array(name.utf8)
        for field in try file.fields() where Array(field.name.utf8) == wanted {
            throw PDFError(.malformed, "There is a field of that name")
        }
        var field = annotation("Widget", rectangle ?? PDFRectangle(0, 0, 0, 0), on: pageReference)
        field["FT"] = .name("Sig")
        field["T"] = .string(PDFString(text: name))
        // Printed and locked.
        field["F"] = .integer(4 | 128)
        if let value { field["V"] = .reference(value) }
        if let appearance { field["AP"] = .dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("N"), .reference(appearance))])) }
        let reference = add(.dictionary(field))
        if let pageReference { try append(reference, to: "Annots", of: pageReference) }
        try addToForm(reference)
        return reference
    }

    /// Adds a rectangle of a page that opens an address (12.5.6.5).
    @discardableResult
    public mutating func addLink(to address: String, on page: PDFPage, rectangle: PDFRectangle) throws(PDFError) -> PDFReference {
        guard let pageReference = page.reference else { throw PDFError(.missing, "The page is no object of its own") }
        var action = PDFDictionary()
        action["S"] = .name("URI")
        action["URI"] = .string(PDFString(Array(address.utf8)))
        var link = annotation("Link", rectangle, on: pageReference)
        link["Border"] = .array([.integer(0), .integer(0), .integer(0)])
        link["F"] = .integer(4)
        link["A"] = .dictionary(action)
        let reference = add(.dictionary(link))
        try append(reference, to: "Annots", of: pageReference)
        return reference
    }

    /// Puts a signature into a field that the file has and that is not signed yet.
    public mutating func fill(_ field: PDFField, with signature: PDFReference, appearance: PDFReference?) throws(PDFError) {
        guard field.kind == .signature, let reference = field.reference else {
            throw PDFError(.missing, "The field is none for a signature")
        }
        guard try resolve(field["V"]).isNull else { throw PDFError(.malformed, "The field is signed already") }
        guard var dictionary = try object(reference).dictionary else { throw PDFError(.missing, "The field is no dictionary") }
        dictionary["V"] = .reference(signature)
        set(.dictionary(dictionary), for: reference)
        if let appearance, let widget = field.widgets.first, var shown = try object(widget).dictionary {
            shown["AP"] = .dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("N"), .reference(appearance))]))
            set(.dictionary(shown), for: widget)
        }
        try changeForm { _ in }
    }

    private func annotation(_ kind: StaticString, _ rectangle: PDFRectangle, on page: PDFReference?) -> PDFDictionary {
        var annotation = PDFDictionary()
        annotation["Type"] = .name("Annot")
        annotation["Subtype"] = .name(kind)
        annotation["Rect"] = .array([.number(rectangle.left), .number(rectangle.bottom), .number(rectangle.right), .number(rectangle.top)])
        annotation["P"] = page.map { .reference($0) }
        return annotation
    }

    /// Appends to an array that is an entry of an object, or that this entry refers to.
    mutating func append(_ element: PDFReference, to key: StaticString, of owner: PDFReference) throws(PDFError) {
        guard var dictionary = try object(owner).dictionary else { throw PDFError(.missing, "An object is no dictionary") }
        if let list = dictionary[key]?.reference, case .array(let elements) = try object(list) {
            set(.array(elements + [.reference(element)]), for: list)
            return
        }
        dictionary[key] = .array((try resolve(dictionary[key]).array ?? []) + [.reference(element)])
        set(.dictionary(dictionary), for: owner)
    }

    private mutating func addToForm(_ field: PDFReference) throws(PDFError) {
        var list: PDFReference?
        var fields: [PDFObject] = []
        let form = try resolve(resolve(file.trailer["Root"]).dictionary?["AcroForm"]).dictionary
        list = form?["Fields"]?.reference
        fields = try resolve(form?["Fields"]).array ?? []
        fields.append(.reference(field))
        if let list, case .array = try object(list) {
            set(.array(fields), for: list)
            try changeForm { _ in }
        } else {
            try changeForm { $0["Fields"] = .array(fields) }
        }
    }

    /// Takes fields out of the form's list.
    mutating func removeFromForm(_ fields: [PDFReference]) throws(PDFError) {
        let gone = Set(fields)
        let form = try resolve(resolve(file.trailer["Root"]).dictionary?["AcroForm"]).dictionary
        let rest = try (resolve(form?["Fields"]).array ?? []).filter { element in element.reference.map { !gone.contains($0) } ?? true }
        if let list = form?["Fields"]?.reference, case .array = try object(list) {
            set(.array(rest), for: list)
        } else {
            try changeForm(signed: false) { $0["Fields"] = .array(rest) }
        }
    }

    /// Changes the form's dictionary; where there are signatures, says so, and that only appending keeps them (12.7.3, table 225).
    ///
    /// It becomes an object of its own where it stands in the catalog: poppler and others add fields only to a form that they can write anew
    /// without the catalog.
    mutating func changeForm(signed: Bool = true, _ change: (inout PDFDictionary) -> Void) throws(PDFError) {
        guard let root = file.trailer["Root"]?.reference, var catalog = try object(root).dictionary else {
            throw PDFError(.missing, "The catalog is no object of its own")
        }
        var form = try resolve(catalog["AcroForm"]).dictionary ?? PDFDictionary()
        change(&form)
        if signed { form["SigFlags"] = .integer((try resolve(form["SigFlags"]).integer ?? 0) & 0xFFFF | 3) }
        if let own = catalog["AcroForm"]?.reference, try object(own).dictionary != nil {
            set(.dictionary(form), for: own)
        } else {
            catalog["AcroForm"] = .reference(add(.dictionary(form)))
            set(.dictionary(catalog), for: root)
        }
    }
}
