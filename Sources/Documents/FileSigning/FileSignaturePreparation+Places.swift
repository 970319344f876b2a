import ParaphPDF

extension FileSignaturePreparation {
    /// Whether the next reader would be told that what was signed before is hidden: by the rule by which the browser asks before it saves.
    ///
    /// What cannot be judged is not refused.
    ///
    /// - Throws: ``PDFError`` of code `outOfTime` or `tooMuchWork`: a file could be made for that.
    func hides(_ appearance: PDFSignatureAppearance, on pages: [PDFPage], of file: PDFFile) throws(PDFError) -> Bool {
        do throws(PDFError) {
            guard let place = try seen(on: pages, of: file) else { return false }
            return try SignaturePlaces(file).judge(appearance, at: place, in: field) == .hidden
        } catch {
            guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
            return false
        }
    }

    /// Where the signature is seen; `nil` for a field that is not.
    private func seen(on pages: [PDFPage], of file: PDFFile) throws(PDFError) -> PDFPlacement? {
        if let placement { return placement }
        guard let name = field, let field = try file.fields().first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
            let reference = field.widgets.first, let widget = try file.object(reference).dictionary,
            let box = try file.rectangle(widget["Rect"]), box.width > 0, box.height > 0
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
