extension StateComparison {
    /// What is wrong with a check box or radio button that was filled in (ISO 32000-2, 12.7.5.2); push buttons are never filled.
    func buttonProblem(_ field: ComparedField, isDrawn: Bool) throws(PDFError) -> FieldLook.Problem? {
        let flags = try new.resolve(field.inherited("Ff")).integer ?? 0
        if flags & 1 << 16 != 0 { return (.appearance, "A button that holds nothing was changed") }
        let own = try new.resolve(field.new["V"])
        let held = own.isNull ? try new.resolve(inheritedValue(field)) : own
        guard held.isNull || held.name != nil else { return (.appearance, "A button holds something that is no state") }
        let value = held.name ?? PDFName("Off")
        let normal = try new.normalLook(of: field.new)
        let state = try new.resolve(field.new["AS"]).name
        guard case .dictionary(let states) = normal else {
            if !normal.isNull { return (.appearance, "A button shows the same in all states") }
            // Drawn by the reader, by what is said of its state.
            return state.map { $0 == value || $0 == "Off" } ?? true ? nil : (.appearance, "A button shows another state than it has")
        }
        let shown = state ?? PDFName("Off")
        if shown != "Off", states[shown] == nil { return (.appearance, "A button has a state that it cannot show") }
        if shown != value {
            // Another button of the field may be the one that is on.
            var isOther = shown == "Off" && states[value] == nil
            if !isOther, shown == "Off" { isOther = try isShown(value, beside: field) }
            if !isOther { return (.appearance, "A button shows another state than it has") }
        }
        guard isDrawn else { return nil }
        if try isShownOtherwise(field) { return (.appearance, "A field has another look under the pointer") }
        return try picturesProblem(field, states)
    }

    /// Whether another widget of the same field shows a state.
    private func isShown(_ value: PDFName, beside field: ComparedField) throws(PDFError) -> Bool {
        guard field.new["T"] == nil, let parent = try new.resolve(field.new["Parent"]).dictionary else { return false }
        for kid in (try new.resolve(parent["Kids"]).array ?? []).prefix(1000) {
            guard let reference = kid.reference, reference != field.reference, let widget = try new.object(reference).dictionary else {
                continue
            }
            if try new.resolve(widget["AS"]).name == value { return true }
        }
        return false
    }

    /// How many fillings and strokes the picture of a button has at most: a round one that stands out has some twenty.
    private static let mostStrokes = 48

    /// Whether states that were there follow one another as they did: to some programs the first that is not `Off` is what a button is when it is on.
    private static func keepsOrder(_ before: PDFDictionary, _ after: PDFDictionary) -> Bool {
        var last = -1
        for entry in after.entries where entry.key != "Off" {
            guard let place = before.entries.firstIndex(where: { $0.key == entry.key }) else {
                // One that is new may stand behind them only.
                last = .max
                continue
            }
            if place < last { return false }
            last = place
        }
        return true
    }

    /// What is wrong with pictures that were made anew: each state must look like what it is.
    private func picturesProblem(_ field: ComparedField, _ states: PDFDictionary) throws(PDFError) -> FieldLook.Problem? {
        var before = PDFDictionary()
        if case .dictionary(let known) = try old.normalLook(of: field.old) { before = known }
        if !Self.keepsOrder(before, states) { return (.appearance, "A button's states stand in another order, by which some programs go") }
        var backgrounds: [PDFRectangle] = []
        let width = try new.resolve(new.resolve(field.new["BS"]).dictionary?["W"]).number ?? 1
        let band = 2 * min(max(width, 0), 4) + 0.5
        guard let place = try new.rectangle(field.new["Rect"]) else { return (.appearance, "A button is shown where nobody can tell") }
        for entry in states.entries.prefix(100) {
            // As it was, if nothing of it was written anew.
            if let earlier = before[entry.key], try isSame(earlier, entry.value), !isChanged(earlier) { continue }
            guard let drawn = try new.drawing(entry.value, in: place) else { return (.appearance, "Nobody can tell what a button shows") }
            guard !drawn.isCut, !drawn.isOptional, !drawn.has(.image, .shading) else {
                return (.appearance, "A button was given another look")
            }
            for font in drawn.fonts where try new.isEmbedded(font: font) { return (.font, "A button is shown with a font of its own") }
            guard Self.letters(in: drawn) <= 1 else { return (.appearance, "A button was given another look") }
            guard drawn.marks.count <= Self.mostStrokes else { return (.appearance, "A button was given another look") }
            for mark in drawn.marks {
                // What is light hides what is below, as a large filling does; dark ticks may stand on the box that the page shows.
                let isLight = mark.kind != .text && mark.colour.map { $0.lightness > 0.5 } ?? true
                if isLight || mark.kind == .fill && mark.box.width >= 0.5 * place.width { backgrounds.append(mark.box) }
            }
            if hasMark(drawn, place, band: band) == (entry.key == "Off") { return (.appearance, "A button's states look like one another") }
        }
        if states.entries.count > 100 { return (.appearance, "A button was given another look") }
        return try hidesPage(field, backgrounds) ? (.appearance, "A button covers what the page showed") : nil
    }

    /// How many letters a picture has at least.
    static func letters(in drawn: ContentSummary) -> Int { drawn.texts.reduce(0) { $0 + max(1, $1.scalars?.count ?? 1) } }

    /// Whether something that can be seen stands in the middle of a button, besides its background and border.
    func hasMark(_ drawn: ContentSummary, _ place: PDFRectangle, band: Double) -> Bool {
        let middle = place.grown(by: -0.35 * place.width, -0.35 * place.height)
        let inside = place.grown(by: -band, -band)
        var seen: PDFRectangle?
        for mark in drawn.marks {
            let isBackground = mark.kind == .fill && mark.box.width >= 0.8 * place.width && mark.box.height >= 0.8 * place.height
            if isBackground { continue }
            // Along the sides, as the edges of a box that stands out.
            let isBorder = mark.edges.allSatisfy { edge in
                edge.right <= inside.left || edge.left >= inside.right || edge.top <= inside.bottom || edge.bottom >= inside.top
            }
            if isBorder, mark.kind == .fill || mark.kind == .stroke { continue }
            guard mark.opacity > 0.3, mark.colour.map({ $0.contrast(to: .white) > 0.3 }) ?? true else { continue }
            if PageContent.touches(mark.box, middle) || mark.box.common(with: middle) != nil {
                seen = seen?.joined(with: mark.box) ?? mark.box
            }
        }
        return seen.map { max($0.width, $0.height) >= 0.2 * min(place.width, place.height) } ?? false
    }

    private func hidesPage(_ field: ComparedField, _ area: [PDFRectangle]) throws(PDFError) -> Bool {
        if area.isEmpty { return false }
        for page in pages(of: field.reference.number) {
            guard let content = try content(ofPage: page), !content.isUnknown else { return true }
            if try !content.touched(by: area, except: field.reference.number, margin: 0, old.budget).isEmpty { return true }
        }
        return false
    }
}
