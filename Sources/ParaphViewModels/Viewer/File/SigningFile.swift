import Crypto
import ParaphEncoding
import ParaphPDF

/// One PDF as it is read, judged and signed on this device; what takes time is done here, beside the screen.
///
/// Rectangles are as shown: upright, in points, from the lower left corner of what is seen of the page.
actor SigningFile {
    /// What is read once.
    struct Opened {
        let file: PDFFile
        let history: PDFHistory
        let pages: [PDFPage]
        let indices: [PDFReference: Int]
    }

    nonisolated let bytes: PDFBytes
    /// Fonts that forms are filled with.
    let fonts: [TrueTypeFont]
    private var opened: Opened?
    var places: SignaturePlaces?
    /// The signature that is begun.
    var signing: PDFSigning?

    init(_ bytes: [UInt8], fonts: [TrueTypeFont] = []) {
        (self.bytes, self.fonts) = (PDFBytes(bytes), fonts)
    }

    /// Reads the file, once.
    func read() throws(PDFError) -> Opened {
        if let opened { return opened }
        let file = try PDFFile(bytes)
        if file.isLocked { throw PDFError(.password, "The file is encrypted") }
        let (history, pages) = (try PDFHistory(file, fonts: fonts), try file.pages())
        var indices: [PDFReference: Int] = [:]
        for (index, page) in pages.enumerated() {
            if let reference = page.reference, indices[reference] == nil { indices[reference] = index }
        }
        let read = Opened(file: file, history: history, pages: pages, indices: indices)
        opened = read
        return read
    }

    /// Forgets what was read: a file that failed half-way is read anew.
    func forget() { (opened, places) = (nil, nil) }

    /// What the file is; one that is locked tells nothing but that.
    func facts() throws -> FileFacts {
        do {
            let facts = try describe(read())
            if facts.pages.isEmpty { throw DocumentFault(.noPages) }
            return facts
        } catch let error as PDFError {
            guard error.code == .password else { throw DocumentFault(opening: error) }
            var facts = FileFacts()
            facts.isLocked = true
            return facts
        }
    }

    private func describe(_ opened: Opened) throws(PDFError) -> FileFacts {
        let (file, permissions) = (opened.file, try opened.history.permissions())
        var facts = FileFacts()
        for page in opened.pages {
            let geometry = try file.geometry(of: page)
            facts.pages.append(PageSize(width: geometry.width, height: geometry.height))
        }
        // What cannot be read may hide a remark.
        let remarks = try? file.remarks()
        (facts.isRepaired, facts.remarks) = (file.isRepaired || remarks == nil, remarks ?? [])
        facts.hasXFA = try !file.resolve(file.form()?["XFA"]).isNull
        facts.isCertified = permissions.isCertified
        facts.isFinal = permissions.isCertified && permissions.level == .nothing
        for field in try file.fields() where field.kind == .signature {
            let isSigned = try !file.resolve(field["V"]).isNull
            var known = FileFacts.Field(name: field.name, isSigned: isSigned, isLocked: permissions.locks(field.name))
            known.placement = try placement(of: field, opened)
            facts.fields.append(known)
        }
        facts.signatures = opened.history.signatures.count { $0.kind != .timestamp }
        facts.isSigned = !opened.history.signatures.isEmpty
        return facts
    }

    private func placement(of field: PDFField, _ opened: Opened) throws(PDFError) -> PDFPlacement? {
        let file = opened.file
        guard let reference = field.widgets.first, let widget = try file.object(reference).dictionary else { return nil }
        guard let box = try file.rectangle(widget["Rect"]), let page = page(of: reference, widget, opened) else { return nil }
        return PDFPlacement(page: page, rectangle: try file.geometry(of: opened.pages[page]).shown(box))
    }

    /// The page of an annotation: the one that it names if that lists it, else the first that lists it, else the one that it names.
    func page(of reference: PDFReference, _ widget: PDFDictionary, _ opened: Opened) -> Int? {
        func lists(_ page: PDFPage) -> Bool {
            ((try? opened.file.resolve(page.dictionary["Annots"]).array) ?? []).contains { $0.reference == reference }
        }
        let named = widget["P"]?.reference.flatMap { opened.indices[$0] }
        if let named, lists(opened.pages[named]) { return named }
        return opened.pages.firstIndex(where: lists) ?? named
    }
}
