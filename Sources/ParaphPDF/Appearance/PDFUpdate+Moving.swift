extension PDFUpdate {
    /// Moves or resizes a signature that was placed but is not signed yet, with the link over it.
    ///
    /// - Parameters:
    ///   - field: the signature field.
    ///   - placement: where it goes, also on another page.
    ///   - appearance: what is seen there; nil keeps what is seen now, stretched to the new rectangle.
    ///   - fonts: see ``place(_:at:field:value:link:fonts:)``.
    /// - Throws: ``PDFError``: `malformed` where the field is signed, or the file is signed by anyone else, whose signature this would break;
    ///   `missing` where the field is shown nowhere or there is no such page.
    public mutating func move(
        _ field: PDFField,
        to placement: PDFPlacement,
        showing appearance: PDFSignatureAppearance? = nil,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) {
        let (widget, source) = try unsealed(field)
        guard placement.page >= 0, let page = try file.page(at: placement.page), let target = page.reference else {
            throw PDFError(.missing, "There is no such page")
        }
        let geometry = try file.geometry(of: page)
        guard placement.fits(geometry) else { throw PDFError(.malformed, "The rectangle of the signature leaves the page") }
        let rectangle = geometry.onPage(placement.rectangle)
        let shown = placement.rectangle
        var moved = [widget]
        moved += try links(over: widget, on: source)
        let isOtherPage = source != target
        if isOtherPage { try removeAnnotations(moved, from: source) }
        for reference in moved {
            guard var dictionary = try object(reference).dictionary else { continue }
            let corners = [rectangle.left, rectangle.bottom, rectangle.right, rectangle.top]
            dictionary["Rect"] = .array(corners.map { PDFObject.number($0) })
            dictionary["P"] = .reference(target)
            if reference == widget, let appearance {
                let picture = try addAppearance(
                    appearance,
                    width: shown.width,
                    height: shown.height,
                    rotation: geometry.rotation,
                    fonts: fonts
                )
                dictionary["AP"] = .dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("N"), .reference(picture))]))
            }
            set(.dictionary(dictionary), for: reference)
            if isOtherPage { try append(reference, to: "Annots", of: target) }
        }
    }

    /// Takes away a signature that was placed but is not signed yet: its field, what is seen of it, and the link over it.
    ///
    /// - Throws: ``PDFError``, as ``move(_:to:showing:fonts:)``.
    public mutating func remove(_ field: PDFField) throws(PDFError) {
        let (widget, page) = try unsealed(field)
        try removeAnnotations([widget] + links(over: widget, on: page), from: page)
        guard let reference = field.reference else { return }
        let parent =
            try resolve(object(reference).dictionary?["Parent"]).dictionary == nil
            ? nil : object(reference).dictionary?["Parent"]?.reference
        if let parent {
            try remove([reference], from: "Kids", of: parent)
        } else {
            try removeFromForm([reference])
        }
        for reference in [reference, widget] { set(.null, for: reference) }
    }

    /// The annotation of a field that may still be changed, and the page that it is on.
    private func unsealed(_ field: PDFField) throws(PDFError) -> (widget: PDFReference, page: PDFReference) {
        guard field.kind == .signature, field.reference != nil else { throw PDFError(.missing, "The field is none for a signature") }
        guard try resolve(field["V"]).isNull else { throw PDFError(.malformed, "The field is signed already") }
        guard try file.signatures().isEmpty else {
            throw PDFError(.malformed, "The file is signed; what was placed before cannot be changed any more")
        }
        guard let widget = field.widgets.first, let page = try page(of: widget) else {
            throw PDFError(.missing, "The signature is on no page")
        }
        return (widget, page)
    }

    /// The page that an annotation is on: the one that it names if that lists it, else the first that lists it.
    func page(of annotation: PDFReference) throws(PDFError) -> PDFReference? {
        func lists(_ page: PDFDictionary?) throws(PDFError) -> Bool {
            try resolve(page?["Annots"]).array?.contains(.reference(annotation)) ?? false
        }
        if let named = try object(annotation).dictionary?["P"]?.reference, try lists(object(named).dictionary) { return named }
        for page in try file.pages() { if let reference = page.reference, try lists(object(reference).dictionary) { return reference } }
        return nil
    }

    /// The links of a page with the very rectangle of an annotation.
    private func links(over annotation: PDFReference, on page: PDFReference) throws(PDFError) -> [PDFReference] {
        guard let rectangle = try file.rectangle(object(annotation).dictionary?["Rect"]) else { return [] }
        var links: [PDFReference] = []
        for other in try resolve(object(page).dictionary?["Annots"]).array ?? [] {
            guard let reference = other.reference, let dictionary = try object(reference).dictionary,
                try resolve(dictionary["Subtype"]).name.map({ $0 == "Link" }) ?? false,
                try file.rectangle(dictionary["Rect"]) == rectangle
            else { continue }
            links.append(reference)
        }
        return links
    }

    private mutating func removeAnnotations(_ annotations: [PDFReference], from page: PDFReference) throws(PDFError) {
        try remove(annotations, from: "Annots", of: page)
    }

    /// Removes references from an array that is an entry of an object, or that this entry refers to.
    mutating func remove(_ elements: [PDFReference], from key: StaticString, of owner: PDFReference) throws(PDFError) {
        guard var dictionary = try object(owner).dictionary, let array = try resolve(dictionary[key]).array else { return }
        let gone = Set(elements)
        let rest = array.filter { element in element.reference.map { !gone.contains($0) } ?? true }
        if let list = dictionary[key]?.reference {
            set(.array(rest), for: list)
            return
        }
        dictionary[key] = .array(rest)
        set(.dictionary(dictionary), for: owner)
    }
}
