extension PDFFormFiller {
    /// Draws what the fields show onto their pages, and takes the fields away; those for signatures stay.
    ///
    /// What is hidden, and what has no picture, is not drawn. Call it after filling.
    /// - Returns: why it is not done: a file with signatures is left as it is, as it is with an XFA form.
    /// - Throws: ``PDFError``, where the file cannot be read, or a page is no object of its own.
    public mutating func flatten() throws(PDFError) -> PDFFieldRefusal? {
        if locks.isSigned { return PDFFieldRefusal(field: "", reason: .signed) }
        if try file.resolve(file.catalog()?["NeedsRendering"]).boolean == true { return PDFFieldRefusal(field: "", reason: .xfa) }
        if try file.resolve(form["NeedAppearances"]).boolean == true { _ = try showOthers(replaced: true) }
        var widgets: Set<PDFReference> = []
        var gone: [PDFReference] = []
        for field in fields where field.kind != .signature {
            widgets.formUnion(field.widgets)
            if let reference = field.reference { gone.append(reference) }
        }
        guard !gone.isEmpty else { return nil }
        for page in try file.pages() { try flatten(page, widgets) }
        try removeFields(keeping: fields.filter { $0.kind == .signature })
        isFlat = true
        return nil
    }

    /// Leaves in the form the signature fields and the fields above them.
    private mutating func removeFields(keeping kept: [PDFField]) throws(PDFError) {
        var alive: Set<PDFReference> = []
        for field in kept {
            var next = field.reference
            for _ in 0..<64 {
                guard let reference = next, alive.insert(reference).inserted else { break }
                next = try update.object(reference).dictionary?["Parent"]?.reference
            }
        }
        for reference in alive {
            guard var dictionary = try update.object(reference).dictionary, let kids = try update.resolve(dictionary["Kids"]).array,
                !kept.contains(where: { $0.reference == reference })
            else { continue }
            dictionary["Kids"] = .array(kids.filter { kid in kid.reference.map { alive.contains($0) } ?? false })
            update.set(.dictionary(dictionary), for: reference)
        }
        let roots = try (file.resolve(form["Fields"]).array ?? []).filter { field in field.reference.map { alive.contains($0) } ?? false }
        try update.changeForm(signed: false) { form in
            form["Fields"] = .array(roots)
            for key in ["CO", "XFA", "NeedAppearances"] as [StaticString] { form[key] = nil }
        }
    }

    private mutating func flatten(_ page: PDFPage, _ widgets: Set<PDFReference>) throws(PDFError) {
        let list = try update.resolve(page.dictionary["Annots"]).array ?? []
        var rest: [PDFObject] = []
        var drawn: [(name: PDFName, picture: PDFReference, matrix: [Double])] = []
        for annotation in list {
            try file.budget.spend(32)
            guard let reference = annotation.reference, widgets.contains(reference), let widget = try update.object(reference).dictionary
            else {
                rest.append(annotation)
                continue
            }
            guard let picture = try picture(of: widget), let matrix = try matrix(of: picture, in: widget) else { continue }
            drawn.append((PDFName(Array("ParaphW\(drawn.count)".utf8)), picture, matrix))
        }
        guard rest.count < list.count else { return }
        guard let reference = page.reference, var dictionary = try update.object(reference).dictionary else {
            throw PDFError(.missing, "The page is no object of its own")
        }
        dictionary["Annots"] = rest.isEmpty ? nil : .array(rest)
        if !drawn.isEmpty { try draw(drawn, on: &dictionary, page) }
        update.set(.dictionary(dictionary), for: reference)
    }

    /// The picture that a widget shows now; nil for a hidden one and for one without.
    private func picture(of widget: PDFDictionary) throws(PDFError) -> PDFReference? {
        // Table 167: hidden, and not to be seen.
        let flags = try file.resolve(widget["F"]).integer ?? 0
        guard flags & (1 << 1 | 1 << 5) == 0 else { return nil }
        guard let normal = try update.resolve(widget["AP"]).dictionary?["N"] else { return nil }
        if case .dictionary(let states) = try update.resolve(normal) {
            guard let state = try update.resolve(widget["AS"]).name, let picture = states[state]?.reference else { return nil }
            return try update.object(picture).stream == nil ? nil : picture
        }
        guard let picture = normal.reference, try update.object(picture).stream != nil else { return nil }
        return picture
    }

    /// What fits a picture's box into the rectangle of its annotation (ISO 32000-2, 12.5.5, algorithm 8).
    private func matrix(of picture: PDFReference, in widget: PDFDictionary) throws(PDFError) -> [Double]? {
        guard let form = try update.object(picture).dictionary, let rectangle = try file.rectangle(widget["Rect"]),
            let box = try file.rectangle(form["BBox"])
        else { return nil }
        var own = [1.0, 0, 0, 1, 0, 0]
        if let given = try file.resolve(form["Matrix"]).array, given.count == 6 {
            for (index, number) in given.enumerated() {
                guard let number = try file.resolve(number).number, number.magnitude < 1e7 else { return nil }
                own[index] = number
            }
        }
        var (left, bottom, right, top) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for (x, y) in [(box.left, box.bottom), (box.right, box.bottom), (box.left, box.top), (box.right, box.top)] {
            let (px, py) = (own[0] * x + own[2] * y + own[4], own[1] * x + own[3] * y + own[5])
            (left, bottom, right, top) = (min(left, px), min(bottom, py), max(right, px), max(top, py))
        }
        guard right - left > 1e-6, top - bottom > 1e-6 else { return nil }
        let (sx, sy) = (rectangle.width / (right - left), rectangle.height / (top - bottom))
        return [sx, 0, 0, sy, rectangle.left - left * sx, rectangle.bottom - bottom * sy]
    }

    /// Draws pictures behind what the page shows, which is kept from changing how they are drawn.
    private mutating func draw(
        _ pictures: [(name: PDFName, picture: PDFReference, matrix: [Double])],
        on dictionary: inout PDFDictionary,
        _ page: PDFPage
    ) throws(PDFError) {
        var resources = try update.resolve(dictionary["Resources"] ?? page["Resources"]).dictionary ?? PDFDictionary()
        var objects = try update.resolve(resources["XObject"]).dictionary ?? PDFDictionary()
        var content = PDFContent()
        content.restore()
        for (name, picture, matrix) in pictures {
            var name = name
            try file.budget.spend(objects.entries.count + 16)
            while objects[name] != nil {
                try file.budget.spend(objects.entries.count)
                name = PDFName(name.bytes + [UInt8(ascii: "x")])
            }
            objects[name] = .reference(picture)
            content.save()
            content.put(matrix, "cm")
            content.draw(name)
            content.restore()
        }
        resources["XObject"] = .dictionary(objects)
        dictionary["Resources"] = .dictionary(resources)
        var before = PDFContent()
        before.save()
        let value = try update.resolve(dictionary["Contents"])
        let old: [PDFObject]
        if let parts = value.array {
            old = parts
        } else if value.stream != nil {
            old = dictionary["Contents"].map { [$0] } ?? []
        } else {
            old = []
        }
        let first = update.add(PDFDictionary(), stream: before.bytes)
        let last = update.add(PDFDictionary(), stream: content.bytes)
        dictionary["Contents"] = .array([.reference(first)] + old + [.reference(last)])
    }
}
