extension StateComparison {
    /// Judges what shows a field or an annotation (ISO 32000-2, 12.5.5): says whether it was changed, and marks what it is made of.
    func compareAppearances(_ field: ComparedField) throws(PDFError) -> Bool {
        let isDrawn = try compareAppearances(field.old["AP"], field.new["AP"])
        // One that something unknown uses too was prepared for more than to be replaced.
        if isDrawn, let shared = field.old["AP"]?.reference?.number, (index?.holders(of: shared).count ?? 0) > 1 {
            add(finding(.appearance, "A field no longer shows what it shared with something else", field, isSuspicious: true))
        }
        return isDrawn
    }

    func compareAppearances(_ before: PDFObject?, _ after: PDFObject?) throws(PDFError) -> Bool {
        var isDrawn = try !isSame(before, after)
        guard let dictionary = try old.resolve(before).dictionary else { return isDrawn }
        func mark(_ object: PDFObject?, _ role: ObjectRole) {
            guard isChanged(object) else { return }
            judge(object?.reference?.number, as: role)
            isDrawn = true
        }
        mark(before, .appearances)
        for key in ["N", "R", "D"] as [StaticString] {
            mark(dictionary[key], .states)
            let value = try old.resolve(dictionary[key])
            guard case .dictionary(let states) = value else { continue }
            for state in states.entries.prefix(1000) { mark(state.value, .appearance) }
        }
        return isDrawn
    }

    /// Whether a text field or choice of a file shows just what it holds, as far as that can be told.
    static func shows(_ widget: PDFDictionary, _ reference: PDFReference, _ node: FieldNode, in file: PDFFile) throws(PDFError) -> Bool {
        let field = ComparedField(reference: reference, old: widget, new: widget, node: node, isSignature: false)
        return try StateComparison(file, file, first: file).appearanceProblem(field, isDrawn: false) == nil
    }

    /// What is wrong with how a field that was filled in looks, if anything is.
    func appearanceProblem(_ field: ComparedField, isDrawn: Bool) throws(PDFError) -> FieldLook.Problem? {
        guard let type = try new.resolve(field.inherited("FT")).name else { return (.appearance, "A field of no type was changed") }
        let kids = try new.resolve(field.new["Kids"]).array ?? []
        // Widgets below are judged for themselves.
        if !kids.isEmpty, field.new["Rect"] == nil { return nil }
        if type == "Btn" { return try buttonProblem(field, isDrawn: isDrawn) }
        guard type == "Tx" || type == "Ch" else { return (.appearance, "A field of an unknown type was changed") }
        guard let wanted = try values(of: field, isChoice: type == "Ch") else {
            return (.appearance, "A field holds something that is no text")
        }
        if let problem = try richTextProblem(field, wanted) { return problem }
        let isDrawnLater = try new.resolve(new.form()?["NeedAppearances"]).boolean ?? false
        if isDrawnLater, !wanted.isEmpty, let problem = try laterProblem(field, wanted, isChoice: type == "Ch") { return problem }
        if type == "Ch", try !isIndexRight(field, wanted) { return (.appearance, "A field's chosen numbers are not its value") }
        if try isShownOtherwise(field) { return (.appearance, "A field has another look under the pointer") }
        switch try new.normalLook(of: field.new) {
        case .stream(let stream): return try lookProblem(field, stream, wanted, isChoice: type == "Ch")
        case .null: break
        default: return (.appearance, "Nobody can tell what a field shows")
        }
        // Nothing is shown, or the reader draws it.
        return wanted.isEmpty || isDrawnLater ? nil : (.appearance, "A field holds text that it does not show")
    }

    /// What a field holds, as far as it is not empty; nil for what is no text.
    private func values(of field: ComparedField, isChoice: Bool) throws(PDFError) -> [String]? {
        let own = try new.resolve(field.new["V"])
        let value = own.isNull ? try new.resolve(inheritedValue(field)) : own
        switch value {
        case .null: return []
        case .string(let string): return string.bytes.isEmpty ? [] : [string.text]
        case .array(let list):
            guard isChoice, list.count < 10_000 else { return nil }
            var texts: [String] = []
            for element in list {
                guard let text = try new.resolve(element).string?.text else { return nil }
                texts.append(text)
            }
            return texts
        default: return nil
        }
    }

    func inheritedValue(_ field: ComparedField) throws(PDFError) -> PDFObject? {
        var above = try new.resolve(field.new["Parent"]).dictionary
        for _ in 0..<64 {
            guard let parent = above else { return nil }
            if let value = parent["V"] { return value }
            above = try new.resolve(parent["Parent"]).dictionary
        }
        return nil
    }

    /// Whether the looks under the pointer and while it is pressed were made anew.
    func isShownOtherwise(_ field: ComparedField) throws(PDFError) -> Bool {
        let (before, after) = (try old.resolve(field.old["AP"]).dictionary, try new.resolve(field.new["AP"]).dictionary)
        for key in ["R", "D"] as [StaticString] {
            guard let later = after?[key] else { continue }
            if try !isSame(before?[key], later) || isChanged(before?[key]) { return true }
            guard case .dictionary(let states) = try old.resolve(before?[key]) else { continue }
            if states.entries.contains(where: { isChanged($0.value) }) { return true }
        }
        return false
    }

    /// Whether the places in the list of options are those of the value, if there are any (12.7.5.4).
    private func isIndexRight(_ field: ComparedField, _ wanted: [String]) throws(PDFError) -> Bool {
        guard let places = try new.resolve(field.new["I"]).array else { return field.new["I"] == nil }
        let options = try new.resolve(field.inherited("Opt")).array ?? []
        guard places.count == wanted.count else { return false }
        for place in places {
            guard let index = try new.resolve(place).integer, options.indices.contains(index) else { return false }
            var option = try new.resolve(options[index])
            if let pair = option.array { option = try new.resolve(pair.first) }
            guard let export = option.string?.text, wanted.contains(where: { Array($0.utf8) == Array(export.utf8) }) else { return false }
        }
        return true
    }

    /// Text with looks of its own, which some readers show instead (12.7.4.4).
    private func richTextProblem(_ field: ComparedField, _ wanted: [String]) throws(PDFError) -> FieldLook.Problem? {
        guard let rich = field.new["RV"] else { return nil }
        guard let text = try new.resolve(rich).string?.text, wanted.count <= 1 else {
            return (.appearance, "A field holds other rich text than text")
        }
        var shown: [Unicode.Scalar] = []
        var isTag = false
        for scalar in text.unicodeScalars {
            if scalar == "<" {
                isTag = true
            } else if scalar == ">" {
                isTag = false
            } else if !isTag, !FieldLook.isSpace(scalar) {
                shown.append(scalar)
            }
        }
        return shown == FieldLook.letters(of: wanted.first ?? "") ? nil : (.appearance, "A field holds other rich text than text")
    }

    /// What an appearance shows other than a value.
    private func lookProblem(_ field: ComparedField, _ stream: PDFStream, _ wanted: [String], isChoice: Bool) throws(PDFError)
        -> FieldLook.Problem?
    {
        let flags = PDFFieldFlags(rawValue: try new.resolve(field.inherited("Ff")).integer ?? 0)
        let isList = isChoice && !flags.contains(.combo)
        let isComb = !isChoice && flags.contains(.comb)
        let cells = isComb ? try new.resolve(field.inherited("MaxLen")).integer : nil
        let look: FieldLook
        switch try FieldLook.read(stream, widget: field.new, cells: cells, isList: isList, in: new, knownFonts) {
        case .look(let known): look = known
        case .problem(let problem): return problem
        }
        let usual = try old.form()?["DA"]
        let style = try old.resolve(field.old["DA"] ?? field.node["DA"] ?? usual).string
        if let problem = look.drawingProblem() { return problem }
        if let problem = try look.settingProblem(usual: DefaultAppearance(style?.bytes ?? []).shownColour) { return problem }
        if try hides(field, look, stream) { return (.appearance, "A field covers what the page showed") }
        let other: FieldLook.Problem = (.appearance, "A field shows other text than it holds")
        if isList { return try showsChoices(look, wanted, field) ? nil : other }
        let shown = look.letters
        if !isChoice, flags.contains(.password) {
            return shown.allSatisfy { $0 == "*" || $0.value == 0x2022 || $0.value == 0x25CF } ? nil : other
        }
        guard wanted.count <= 1 else { return other }
        let value = wanted.first ?? ""
        if cells == nil, !(flags.contains(.multiline) && !isChoice) {
            guard look.isTogether(blanks: FieldLook.longestBlank(in: value)) else { return other }
        }
        if shown == FieldLook.letters(of: value) { return nil }
        if isChoice, try shown == FieldLook.letters(of: displayed(value, field)) { return nil }
        // A script may format numbers.
        guard try new.resolve(field.inherited("AA")).dictionary?["F"] != nil else { return other }
        return FormattedNumber.isShown(shown, for: FieldLook.letters(of: value)) ? nil : other
    }

    /// What stands for a choice (12.7.5.4).
    private func displayed(_ value: String, _ field: ComparedField) throws(PDFError) -> String {
        let wanted = Array(value.utf8)
        for option in (try new.resolve(field.inherited("Opt")).array ?? []).prefix(10_000) {
            guard let pair = try new.resolve(option).array, pair.count == 2 else { continue }
            guard let export = try new.resolve(pair[0]).string?.text, Array(export.utf8) == wanted else { continue }
            return try new.resolve(pair[1]).string?.text ?? value
        }
        return value
    }

    /// Whether of a list just what is chosen stands on a background of its own.
    private func showsChoices(_ look: FieldLook, _ wanted: [String], _ field: ComparedField) throws(PDFError) -> Bool {
        var chosen: Set<[Unicode.Scalar]> = []
        for text in wanted { chosen.insert(FieldLook.letters(of: try displayed(text, field))) }
        var options: Set<[Unicode.Scalar]> = chosen
        for option in (try new.resolve(field.inherited("Opt")).array ?? []).prefix(10_000) {
            let option = try new.resolve(option)
            let shown = option.array == nil ? option : try new.resolve(option.array?.last)
            if let text = shown.string?.text { options.insert(FieldLook.letters(of: text)) }
        }
        let backgrounds = look.summary.marks.filter { $0.kind == .fill && look.isBackground($0) && $0.box.height < 0.9 * look.box.height }
        var found: Set<[Unicode.Scalar]> = []
        let texts = look.texts
        for text in texts {
            try new.budget.spend(8 + backgrounds.count)
            let letters = (text.scalars ?? []).filter { !FieldLook.isSpace($0) }
            guard options.contains(letters) else { return false }
            let (x, y) = ((text.box.left + text.box.right) / 2, (text.box.bottom + text.box.top) / 2)
            let isMarked = backgrounds.contains { $0.box.contains(x, y) }
            if isMarked { found.insert(letters) }
            // One line is all there is of some.
            guard isMarked == chosen.contains(letters) || texts.count == 1 && !isMarked else { return false }
            if texts.count == 1 { found.insert(letters) }
        }
        // Of several, some may stand beyond the box.
        return found.isSubset(of: chosen) && found.isEmpty == chosen.isEmpty
    }

    /// Whether a field paints over what its page showed, other than it did before.
    private func hides(_ field: ComparedField, _ look: FieldLook, _ stream: PDFStream) throws(PDFError) -> Bool {
        guard let place = try new.rectangle(field.new["Rect"]), let transform = try new.transform(of: stream, into: place) else {
            return true
        }
        var own = PDFTransform()
        if let given = PDFTransform(try new.numbers(stream.dictionary["Matrix"])) { own = given }
        let onPage = own.then(transform)
        var area: [PDFRectangle] = []
        for mark in look.summary.marks where mark.kind != .text && !look.isThinBorder(mark) { area.append(onPage.box(mark.box)) }
        // Of text the middle of the letters: fields often reach a little over the words beside them.
        for text in look.texts { area.append(onPage.box(text.box.grown(by: -0.25 * min(text.size, text.box.width), -0.15 * text.size))) }
        if area.isEmpty { return false }
        var before: [PDFRectangle] = []
        if let known = try old.drawing(old.normalLook(of: field.old), in: place) {
            for mark in known.isCut || known.isOptional ? [] : known.marks {
                guard mark.kind == .fill || mark.kind == .stroke, mark.blend == .normal, mark.opacity >= 0.99 else { continue }
                before.append(mark.box.grown(by: 1, 1))
            }
        }
        area.removeAll { box in before.contains { $0.common(with: box) == box } }
        for page in pages(of: field.reference.number) {
            guard let content = try content(ofPage: page), !content.isUnknown else { return true }
            if try !content.touched(by: area, except: field.reference.number, margin: 0, old.budget).isEmpty { return true }
        }
        return false
    }
}

extension PDFFile {
    /// The look that an annotation has on a page (12.5.5): a stream, or one for each of its states.
    func normalLook(of annotation: PDFDictionary) throws(PDFError) -> PDFObject {
        try resolve(resolve(annotation["AP"]).dictionary?["N"])
    }

    /// What one of the looks of an annotation draws in its place; nil for none, or one that readers place as they like.
    func drawing(_ look: PDFObject?, in place: PDFRectangle) throws(PDFError) -> ContentSummary? {
        guard let stream = try resolve(look).stream, let transform = try transform(of: stream, into: place) else { return nil }
        return try ContentSummary(of: stream, in: self, transform: transform)
    }
}
