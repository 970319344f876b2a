extension StateComparison {
    /// Compares the annotations of a page (ISO 32000-2, 12.5).
    func compareAnnotations(_ first: PDFObject?, _ second: PDFObject?, onPage number: Int) throws(PDFError) {
        let (before, after) = (try old.resolve(first).array ?? [], try new.resolve(second).array ?? [])
        judge(first?.reference?.number, as: .annotations)
        let earlier = Set(before.compactMap { $0.reference?.number })
        // Those that stand in the list itself.
        let (written, rewritten) = (Set(before.filter { $0.reference == nil }), Set(after.filter { $0.reference == nil }))
        var later: Set<Int> = []
        var common: [Int] = []
        var repeated = 0
        for element in after {
            try old.budget.spend(2)
            guard let reference = element.reference else {
                if !written.contains(element) { try addedAnnotation(new.resolve(element), 0, onPage: number) }
                continue
            }
            guard later.insert(reference.number).inserted else {
                repeated += 1
                continue
            }
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
                if !rewritten.contains(element) { try removedAnnotation(old.resolve(element), 0, onPage: number) }
                continue
            }
            if !later.contains(reference.number) { try removedAnnotation(old.object(reference), reference.number, onPage: number) }
        }
        // What is listed twice is drawn twice, and marks of text are darker then.
        if repeated > before.count - earlier.count - before.filter({ $0.reference == nil }).count {
            let text = "An annotation is shown more than once"
            add(Finding(.annotation, text, .annotating, isSuspicious: true, page: index(ofPage: number)))
        }
        let kept = before.compactMap { $0.reference?.number }.filter { later.contains($0) }
        var seen: Set<Int> = []
        let shared = Set(common)
        if !common.elementsEqual(kept.filter { seen.insert($0).inserted && shared.contains($0) }) {
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
            if number > 0, try isLoneSignature(annotation) {
                let text = "A signature that is seen nowhere was added in no form, so that few programs find it"
                return add(Finding(.signature, text, .filling, page: index(ofPage: page)))
            }
            return add(Finding(.formField, "A widget that no field has was added", .never, page: index(ofPage: page)))
        }
        try judgeAnnotation(annotation, number, "added", page: index(ofPage: page))
    }

    private func removedAnnotation(_ object: PDFObject, _ number: Int, onPage page: Int) throws(PDFError) {
        guard case .dictionary(let annotation) = object else { return }
        changesTagged = true
        if number > 0 { removedAnnotations.insert(number) }
        if let key = try old.resolve(annotation["StructParent"]).integer { removedTags.insert(key) }
        let name = try old.resolve(annotation["Subtype"]).name
        let rectangle = try old.rectangle(annotation["Rect"])
        let index = index(ofPage: page)
        if knownFields.contains(number) || name.map({ $0 == "Widget" }) ?? true {
            return add(Finding(.formField, "A field was taken from a page", .never, page: index, rectangle: rectangle))
        }
        // What hid something is an attack when it goes.
        let hid = try covers(annotation, of: number, in: old, page: index, margin: 0)
        var isMissed = hid || Self.isDangerous(name)
        if !isMissed { isMissed = try showsMoreThanLines(annotation, old) }
        let text = "An annotation was removed: \(name?.description ?? "?")"
        var finding = Finding(.annotation, text, .annotating, isSuspicious: isMissed, page: index, rectangle: rectangle)
        finding.isForAnnotators = !hid
        add(finding)
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
        let name = try old.resolve(before["Subtype"]).name
        if !isDrawn, !Self.isDangerous(name), differing.allSatisfy({ Self.isUnseen($0, of: name) }) {
            let text = "An annotation was changed: \(name?.description ?? "?")"
            return add(
                Finding(.annotation, text, .annotating, page: page(of: number), rectangle: try new.rectangle(after["Rect"]))
            )
        }
        var wasDangerous = try showsMoreThanLines(before, old)
        if !wasDangerous { wasDangerous = try covers(before, of: number, in: old, page: page(of: number), margin: 0) }
        try judgeAnnotation(after, number, "changed", page: page(of: number), isSuspicious: wasDangerous)
    }

    /// Whether an entry of an annotation is read in its window only, and draws nothing on the page.
    private static func isUnseen(_ key: PDFName, of kind: PDFName?) -> Bool {
        let keys: [StaticString] = [
            "Contents", "RC", "M", "CreationDate", "T", "Subj", "NM", "Popup", "IRT", "RT", "State", "StateModel", "StructParent", "Open",
            "P",
        ]
        // A popup is all window; the caption of a line is on the page.
        return keys.contains { key == $0 } && !(key == "Contents" && kind.map { $0 == "Line" } ?? true)
    }

    /// Whether an appearance shows letters, pictures or what cannot be told.
    private func showsMoreThanLines(_ annotation: PDFDictionary, _ file: PDFFile) throws(PDFError) -> Bool {
        let pictures = try file.resolve(annotation["AP"])
        guard let appearances = pictures.dictionary else { return !pictures.isNull }
        for entry in appearances.entries {
            var streams: [PDFObject] = [try file.resolve(entry.value)]
            if case .dictionary(let states) = streams[0] {
                streams = []
                for state in states.entries.prefix(64) { streams.append(try file.resolve(state.value)) }
            }
            for stream in streams {
                guard let stream = stream.stream else { return true }
                let drawn = try ContentSummary(of: stream, in: file)
                if drawn.showsMoreThanLines || drawn.isOptional { return true }
            }
        }
        return false
    }

    private func judgeAnnotation(_ annotation: PDFDictionary, _ number: Int, _ verb: StaticString, page: Int?, isSuspicious: Bool = false)
        throws(PDFError)
    {
        let name = try new.resolve(annotation["Subtype"]).name
        let rectangle = try new.rectangle(annotation["Rect"])
        var isBad = isSuspicious || Self.isDangerous(name)
        var text = "An annotation was \(verb): \(name?.description ?? "?")"
        if try showsMoreThanLines(annotation, new) {
            isBad = true
            text += ", which shows letters or pictures"
        }
        if try covers(annotation, of: number, in: new, page: page, margin: Self.besideText) {
            isBad = true
            text += ", and covers what was there or stands close to it"
        }
        try place(annotation, of: number, page: page)
        var finding = Finding(.annotation, text, .annotating, isSuspicious: isBad, page: page, rectangle: rectangle)
        if try leadsAwayFromMost(annotation, page: page) {
            finding.isRemarkable = true
            finding.detail += ", which leads to another site from most of the page"
        }
        add(finding)
        if annotation["AA"] != nil {
            add(Finding(.action, "An annotation starts actions", .annotating, isSuspicious: true, page: page, rectangle: rectangle))
        }
        guard let action = try new.resolve(annotation["A"]).dictionary else { return }
        let kind = try new.resolve(action["S"]).name
        if !(kind.map { $0 == "URI" || $0 == "GoTo" } ?? false) || action["Next"] != nil {
            add(Finding(.action, "An annotation starts an action", .annotating, isSuspicious: true, page: page, rectangle: rectangle))
        }
    }

    /// Whether it is a link to another site that lies over most of its page, where a person clicks for something else.
    private func leadsAwayFromMost(_ annotation: PDFDictionary, page index: Int?) throws(PDFError) -> Bool {
        guard try new.resolve(annotation["Subtype"]).name.map({ $0 == "Link" }) ?? false,
            try new.resolve(new.resolve(annotation["A"]).dictionary?["S"]).name.map({ $0 == "URI" }) ?? false,
            let box = try new.rectangle(annotation["Rect"]), let index, let page = try new.page(at: index - 1)
        else { return false }
        let geometry = try new.geometry(of: page)
        let seen = geometry.shown(box).common(with: PDFRectangle(0, 0, geometry.width, geometry.height))
        return seen.map { $0.width * $0.height > Self.mostOfPage * geometry.width * geometry.height } ?? false
    }

    private static let mostOfPage = 0.5

    /// What must be free beside text, as a part of its height: a stroke right behind a number changes it.
    static let besideText = 0.7

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
