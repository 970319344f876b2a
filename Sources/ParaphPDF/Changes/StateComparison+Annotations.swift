extension StateComparison {
    /// Compares the annotations of a page (ISO 32000-2, 12.5).
    func compareAnnotations(_ first: PDFObject?, _ second: PDFObject?, onPage number: Int) throws(PDFError) {
        let (before, after) = (try old.resolve(first).array ?? [], try new.resolve(second).array ?? [])
        judge(first?.reference?.number, as: .annotations)
        let earlier = Set(before.compactMap { $0.reference?.number })
        var later: Set<Int> = []
        var common: [Int] = []
        for element in after {
            try old.budget.spend(2)
            guard let reference = element.reference else {
                if !before.contains(element) { try addedAnnotation(new.resolve(element), 0, onPage: number) }
                continue
            }
            guard later.insert(reference.number).inserted else { continue }
            if earlier.contains(reference.number), try !old.object(reference).isNull {
                common.append(reference.number)
            } else if !addedFields.contains(reference.number) {
                try addedAnnotation(new.object(reference), reference.number, onPage: number)
            } else if try !old.object(reference).isNull {
                add(Finding(.annotation, "A field took over an annotation", .filling, isSuspicious: true, page: index(ofPage: number)))
            }
        }
        for element in before {
            guard let reference = element.reference else {
                if !after.contains(element) { try removedAnnotation(old.resolve(element), 0, onPage: number) }
                continue
            }
            if !later.contains(reference.number) { try removedAnnotation(old.object(reference), reference.number, onPage: number) }
        }
        let kept = before.compactMap { $0.reference?.number }.filter { later.contains($0) }
        var seen: Set<Int> = []
        if !common.elementsEqual(kept.filter { seen.insert($0).inserted && common.contains($0) }) {
            add(
                Finding(
                    .annotation,
                    "Annotations lie over one another in another order",
                    .annotating,
                    isSuspicious: true,
                    page: index(ofPage: number)
                )
            )
        }
    }

    private func addedAnnotation(_ object: PDFObject, _ number: Int, onPage page: Int) throws(PDFError) {
        guard case .dictionary(let annotation) = object else {
            if !object.isNull {
                add(Finding(.annotation, "Something that is no annotation was added to a page", .never, page: index(ofPage: page)))
            }
            return
        }
        changesTagged = true
        if number > 0, changed[number] == nil {
            return add(
                Finding(
                    .annotation,
                    "An annotation of before is shown on another page",
                    .annotating,
                    isSuspicious: true,
                    page: index(ofPage: page)
                )
            )
        }
        if number > 0 { judge(number, as: .annotation) }
        let kind = try new.resolve(annotation["Subtype"]).name
        if kind.map({ $0 == "Widget" }) ?? false {
            return add(Finding(.formField, "A widget that no field has was added", .never, page: index(ofPage: page)))
        }
        try judgeAnnotation(annotation, number, "added", page: index(ofPage: page))
    }

    private func removedAnnotation(_ object: PDFObject, _ number: Int, onPage page: Int) throws(PDFError) {
        guard case .dictionary(let annotation) = object else { return }
        changesTagged = true
        let name = try old.resolve(annotation["Subtype"]).name
        let rectangle = try old.rectangle(annotation["Rect"])
        let index = index(ofPage: page)
        if knownFields.contains(number) || name.map({ $0 == "Widget" }) ?? true {
            return add(Finding(.formField, "A field was taken from a page", .never, page: index, rectangle: rectangle))
        }
        // What hid something is an attack when it goes.
        let covered = try covers(annotation, of: number, in: old, drawsAlone: false)
        let hid = covered || Self.isDangerous(name)
        let text = "An annotation was removed: \(name?.description ?? "?")"
        add(Finding(.annotation, text, .annotating, isSuspicious: hid, page: index, rectangle: rectangle))
        judge(number, as: .annotation)
    }

    /// Judges an annotation that both states have and that was written anew.
    func compareAnnotation(_ number: Int, _ before: PDFDictionary, _ after: PDFDictionary) throws(PDFError) {
        judge(number, as: .annotation)
        let isDrawn = try compareAppearances(before["AP"], after["AP"])
        let differing = try differingKeys(before, after)
        guard isDrawn || !differing.isEmpty else { return }
        if !isDrawn, differing.count == 1, differing[0] == "StructParent", before["StructParent"] == nil { return }
        guard try isSame(before["Subtype"], after["Subtype"]) else {
            return add(Finding(.annotation, "An annotation became one of another kind", .never, page: page(of: number)))
        }
        let wasDangerous = try covers(before, of: number, in: old, drawsAlone: false)
        try judgeAnnotation(after, number, "changed", page: page(of: number), isSuspicious: wasDangerous)
    }

    private func judgeAnnotation(_ annotation: PDFDictionary, _ number: Int, _ verb: StaticString, page: Int?, isSuspicious: Bool = false)
        throws(PDFError)
    {
        let name = try new.resolve(annotation["Subtype"]).name
        let rectangle = try new.rectangle(annotation["Rect"])
        var isBad = isSuspicious || Self.isDangerous(name)
        var text = "An annotation was \(verb): \(name?.description ?? "?")"
        // Shapes with a filling hide what is below even where no appearance is given.
        if try covers(annotation, of: number, drawsAlone: annotation["IC"] != nil && annotation["AP"] == nil) {
            isBad = true
            text += ", and covers what was there"
        }
        // Nobody knows where an annotation lies that stands in the page itself.
        if number == 0, annotation["AP"] != nil { isBad = true }
        add(Finding(.annotation, text, .annotating, isSuspicious: isBad, page: page, rectangle: rectangle))
        if annotation["AA"] != nil {
            add(Finding(.action, "An annotation starts actions", .annotating, isSuspicious: true, page: page, rectangle: rectangle))
        }
        guard let action = try new.resolve(annotation["A"]).dictionary else { return }
        let kind = try new.resolve(action["S"]).name
        if !(kind.map { $0 == "URI" || $0 == "GoTo" } ?? false) || action["Next"] != nil {
            add(Finding(.action, "An annotation starts an action", .annotating, isSuspicious: true, page: page, rectangle: rectangle))
        }
    }

    /// Whether a kind of annotation can show whatever it likes (EAA), or is none that people make; unknown ones are.
    static func isDangerous(_ kind: PDFName?) -> Bool {
        guard let kind else { return true }
        let harmless: [StaticString] = [
            "Text", "Link", "Highlight", "Underline", "Squiggly", "StrikeOut", "Popup", "Ink", "Line", "Square", "Circle", "Polygon",
            "PolyLine",
            "Caret", "FileAttachment",
        ]
        return !harmless.contains { kind == $0 }
    }
}
