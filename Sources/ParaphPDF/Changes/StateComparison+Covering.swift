extension StateComparison {
    /// What a page showed in the old state, with its annotations and fields.
    func content(ofPage index: Int) throws(PDFError) -> PageContent? {
        if let known = places.contents[index] { return known }
        guard let page = try old.page(at: index - 1) else { return nil }
        let content = try old.content(of: page, ContentSummary(of: page, in: old, keepsLetters: true))
        places.contents[index] = content
        return content
    }

    /// Whether an annotation hides, or could hide, anything that one of its pages showed in the old state.
    ///
    /// Its number is 0 if it stands in the page, which is then the one that is given; the margin is what must be free beside what is shown,
    /// as a part of the height of that.
    func covers(
        _ annotation: PDFDictionary,
        of number: Int,
        in file: PDFFile,
        page: Int?,
        margin: Double,
        within given: DrawnArea? = nil
    ) throws(PDFError) -> Bool {
        let area: DrawnArea
        if let given { area = given } else { area = try file.drawnArea(of: annotation) }
        guard case .boxes = area else {
            if case .nothing = area { return false }
            return true
        }
        var pages = number > 0 ? pages(of: number) : []
        if let page, !pages.contains(page) { pages.append(page) }
        // A page that cannot be found is not known to be clear.
        guard !pages.isEmpty else { return true }
        let mark = try TextMark(annotation, in: file)
        let flags = try file.flags(of: annotation)
        for page in pages {
            guard let content = try content(ofPage: page), !content.isUnknown else { return true }
            guard case .boxes(let boxes) = content.placed(area, flags: flags) else { return true }
            let places = boxes + (mark?.words ?? [])
            var items = try content.touched(by: places, except: number, margin: mark == nil ? margin : 0, old.budget)
            // Lines around lines hide nothing.
            if items.contains(where: { $0.holder == .lines }), try file.holder(annotation) == .lines {
                items.removeAll { $0.holder == .lines }
            }
            if items.isEmpty, mark == nil { continue }
            let near = mark == nil ? [] : try content.touched(by: places, except: number, margin: margin, old.budget)
            if items.isEmpty, near.isEmpty { continue }
            guard let mark, try mark.isReadable(over: items, beside: near, old.budget) else { return true }
        }
        return false
    }

    /// Notes where an annotation of the new state lies, so that those that come with it keep clear of it too.
    func place(_ annotation: PDFDictionary, of number: Int, page: Int?) throws(PDFError) {
        let (area, flags) = (try new.drawnArea(of: annotation), try new.flags(of: annotation))
        var pages = number > 0 ? pages(of: number) : []
        if let page, !pages.contains(page) { pages.append(page) }
        for page in pages {
            guard var content = places.contents[page] else { continue }
            places.contents[page] = nil
            content.add(content.placed(area, flags: flags), of: number, try new.holder(annotation))
            places.contents[page] = content
        }
    }
}

extension PDFFile {
    /// What a page shows, of which what it draws itself was read, with its annotations and fields.
    func content(of page: PDFPage, _ summary: ContentSummary) throws(PDFError) -> PageContent {
        let turn = try resolve(page["Rotate"])
        var content = PageContent(summary, isTurned: !turn.isNull && turn.number != 0)
        for element in try resolve(page.dictionary["Annots"]).array ?? [] {
            try budget.spend(16)
            guard let annotation = try resolve(element).dictionary else { continue }
            content.add(
                content.placed(try drawnArea(of: annotation), flags: try flags(of: annotation)),
                of: element.reference?.number ?? 0,
                try holder(annotation)
            )
        }
        return content
    }

    /// What kind of annotation one is, as far as it matters to what lies on it.
    func holder(_ annotation: PDFDictionary) throws(PDFError) -> PageContent.Holder {
        guard let kind = try resolve(annotation["Subtype"]).name else { return .other }
        if kind == "Widget" { return try widgetHolder(annotation) }
        let shapes: [StaticString] = ["Square", "Circle", "Line", "Ink", "Polygon", "PolyLine"]
        guard shapes.contains(where: { kind == $0 }), annotation["IC"] == nil, annotation["Cap"] == nil, annotation["AP"] == nil else {
            return .other
        }
        // Thick or light ones could hide a line that strikes something out.
        guard let colour = ContentColour(try numbers(annotation["C"])), colour.lightness <= 0.5, annotation["BE"] == nil else {
            return .other
        }
        var widths = [try resolve(resolve(annotation["BS"]).dictionary?["W"])]
        if let border = try resolve(annotation["Border"]).array { widths.append(border.count > 2 ? try resolve(border[2]) : .null) }
        return widths.allSatisfy { $0.isNull || $0.number.map { $0.magnitude <= 3 } ?? false } ? .lines : .other
    }

    private func widgetHolder(_ widget: PDFDictionary) throws(PDFError) -> PageContent.Holder {
        var (type, value, above) = (widget["FT"], widget["V"], try resolve(widget["Parent"]).dictionary)
        for _ in 0..<16 {
            guard let parent = above, type == nil || value == nil else { break }
            (type, value) = (type ?? parent["FT"], value ?? parent["V"])
            above = try resolve(parent["Parent"]).dictionary
        }
        guard let type = try resolve(type).name else { return .other }
        if type == "Sig" { return try resolve(value).dictionary == nil ? .waiting : .signature }
        guard type == "Tx" || type == "Ch" else { return .other }
        let held = try resolve(value)
        return held.isNull || held.string?.bytes.isEmpty ?? false ? .blank : .other
    }

    /// How an appearance is placed in an annotation's rectangle (ISO 32000-2, 12.5.5, algorithm 8); nil where readers do as they like.
    func transform(of stream: PDFStream, into box: PDFRectangle) throws(PDFError) -> PDFTransform? {
        var own = PDFTransform()
        if stream.dictionary["Matrix"] != nil {
            guard let given = PDFTransform(try numbers(stream.dictionary["Matrix"])) else { return nil }
            own = given
        }
        guard let inner = try rectangle(stream.dictionary["BBox"]) else { return nil }
        let outer = own.box(inner)
        let area = (own.a * own.d - own.b * own.c).magnitude
        guard outer.width > 0.000_1, outer.height > 0.000_1, area > 0.000_001, area < 1e6 else { return nil }
        let (scaleX, scaleY) = (box.width / outer.width, box.height / outer.height)
        return PDFTransform(scaleX: scaleX, scaleY: scaleY, x: box.left - outer.left * scaleX, y: box.bottom - outer.bottom * scaleY)
    }
}
