extension SignaturePlaces {
    /// Where a field is seen that the file has; nil for one that is seen nowhere.
    ///
    /// - Throws: ``PDFError``: what reading the file throws.
    public func place(of field: String) throws(PDFError) -> PDFPlacement? {
        guard let known = try file.fields().first(where: { $0.name.utf8.elementsEqual(field.utf8) }), let reference = known.widgets.first,
            let widget = try file.object(reference).dictionary, let box = try file.rectangle(widget["Rect"]), box.width > 0, box.height > 0
        else { return nil }
        var page = pages.firstIndex { $0.reference != nil && $0.reference == widget["P"]?.reference }
        if page == nil {
            for (index, candidate) in pages.enumerated() where page == nil {
                let annotations = try file.resolve(candidate.dictionary["Annots"]).array ?? []
                if annotations.contains(where: { $0.reference == reference }) { page = index }
            }
        }
        guard let page else { return nil }
        return PDFPlacement(page: page, rectangle: try file.geometry(of: pages[page]).shown(box))
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
