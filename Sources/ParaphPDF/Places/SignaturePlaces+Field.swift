extension SignaturePlaces {
    /// Where a field is seen that the file has; nil for one that is seen nowhere.
    ///
    /// Its page is the one whose annotations it is among, as readers find it; what it says of its page itself counts where none has it.
    ///
    /// - Throws: ``PDFError``: what reading the file throws.
    public func place(of field: String) throws(PDFError) -> PDFPlacement? {
        guard let (reference, widget) = try widget(of: field), let box = try file.rectangle(widget["Rect"]), box.width > 0, box.height > 0
        else { return nil }
        var page: Int?
        for (index, candidate) in pages.enumerated() where page == nil {
            let annotations = try file.resolve(candidate.dictionary["Annots"]).array ?? []
            try file.budget.spend(annotations.count)
            if annotations.contains(where: { $0.reference == reference }) { page = index }
        }
        guard let page = page ?? pages.firstIndex(where: { $0.reference != nil && $0.reference == widget["P"]?.reference }) else {
            return nil
        }
        return PDFPlacement(page: page, rectangle: try file.geometry(of: pages[page]).shown(box))
    }

    /// Whether a field shows something of its own, which a signature in it replaces.
    ///
    /// - Throws: ``PDFError``: what reading the file throws.
    public func isDrawn(_ field: String) throws(PDFError) -> Bool {
        guard let (_, widget) = try widget(of: field) else { return false }
        if try file.isFramed(widget) { return true }
        guard try hasLook(widget) else { return false }
        guard let look = try SignatureLook(widget, in: file) else { return true }
        return look.box != nil
    }

    /// Whether a widget has an appearance that is not empty.
    private func hasLook(_ widget: PDFDictionary) throws(PDFError) -> Bool {
        for entry in try file.resolve(widget["AP"]).dictionary?.entries ?? [] {
            let look = try file.resolve(entry.value)
            guard look.isNull || look.stream?.data.count == 0 else { return true }
        }
        return false
    }

    /// Whether what a field shows of its own hides something of its page, is read in its place or, before the first signature, with it.
    func isHiding(_ field: String, on page: PageContent) throws(PDFError) -> Bool {
        guard let (reference, widget) = try widget(of: field), try hasLook(widget) else { return false }
        guard let look = try SignatureLook(widget, in: file) else {
            // What it paints is unknown.
            guard let box = try file.rectangle(widget["Rect"]), !page.isUnknown else { return true }
            let items = try page.touched(by: [box], except: reference.number, margin: 0, file.budget)
            return items.contains { !$0.isLine && !$0.isWrittenOn }
        }
        return try look.touch(on: page, except: reference.number, file.budget) >= (isSigned ? .hides : .marks)
    }

    /// Whether a field is seen in one place at most: one page lists its only widget, once.
    ///
    /// Pages may share a list of annotations, and what is free on one is covered on another.
    ///
    /// - Throws: ``PDFError``: what reading the file throws.
    public func isInOnePlace(_ field: String) throws(PDFError) -> Bool {
        guard let known = try file.fields().first(where: { $0.name.utf8.elementsEqual(field.utf8) }), known.widgets.count <= 1 else {
            return false
        }
        var count = 0
        for page in pages {
            let annotations = try file.resolve(page.dictionary["Annots"]).array ?? []
            try file.budget.spend(annotations.count)
            for annotation in annotations where annotation.reference == known.widgets.first { count += 1 }
        }
        return count <= 1
    }

    /// The first widget of a field.
    private func widget(of field: String) throws(PDFError) -> (reference: PDFReference, dictionary: PDFDictionary)? {
        guard let known = try file.fields().first(where: { $0.name.utf8.elementsEqual(field.utf8) }), let reference = known.widgets.first,
            let widget = try file.object(reference).dictionary
        else { return nil }
        return (reference, widget)
    }
}

extension PDFUpdate {
    /// A value with what it refers to of this update in the place of the references.
    func inlined(_ object: PDFObject, depth: Int = 0) -> PDFObject {
        guard depth < 12 else { return object }
        switch object {
        case .reference(let reference):
            guard let place = places[reference.number] else { return object }
            return inlined(objects[place].object, depth: depth + 1)
        case .array(let elements): return .array(elements.map { inlined($0, depth: depth + 1) })
        case .dictionary(let dictionary): return .dictionary(inlined(dictionary, depth: depth + 1))
        case .stream(var stream):
            stream.dictionary = inlined(stream.dictionary, depth: depth + 1)
            return .stream(stream)
        default: return object
        }
    }

    private func inlined(_ dictionary: PDFDictionary, depth: Int) -> PDFDictionary {
        PDFDictionary(dictionary.entries.map { PDFDictionary.Entry($0.key, inlined($0.value, depth: depth)) })
    }
}
