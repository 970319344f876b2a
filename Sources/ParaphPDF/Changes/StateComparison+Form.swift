extension StateComparison {
    /// Compares the interactive forms (ISO 32000-2, 12.7.3).
    func compareForms(_ first: PDFObject?, _ second: PDFObject?) throws(PDFError) {
        let before = try old.resolve(first).dictionary ?? PDFDictionary()
        guard let after = try new.resolve(second).dictionary ?? (before.entries.isEmpty ? PDFDictionary() : nil) else {
            add(Finding(.form, "The form was removed", .never))
            return
        }
        judge(first?.reference?.number, as: .form)
        for key in keys(before, after) where key != "Fields" {
            if key == "DR" {
                try compareResources(before[key], after[key])
                continue
            }
            if try isSame(key, before, after) { continue }
            if key == "SigFlags" {
                // Bits that are taken back would let other programs break the signatures.
                let (flags, later) = (try old.resolve(before[key]).integer ?? 0, try new.resolve(after[key]).integer ?? 0)
                if flags & ~later & 3 != 0 {
                    add(Finding(.form, "The form no longer says that it is signed", .filling, isSuspicious: true))
                }
            } else if key == "NeedAppearances" {
                let isAsked = try new.resolve(after[key]).boolean ?? false
                let isSeen = isAsked ? try hasDrawnFields() : false
                add(Finding(.form, "Whether fields are drawn anew was changed", .filling, isSuspicious: isSeen))
            } else if key == "DA" || key == "Q" {
                let isSeen = before[key] != nil ? try isInherited(key) : false
                add(Finding(.form, "How the form's text looks by default was changed", .filling, isSuspicious: isSeen))
            } else {
                add(Finding(.form, "The form's entry \(key) was changed", .never))
            }
        }
        let fields = (try old.resolve(before["Fields"]).array ?? [], try new.resolve(after["Fields"]).array ?? [])
        let node = FieldNode()
        try collectFields(fields.0, depth: 0)
        try compareFields(fields.0, fields.1, below: node)
        judge(before["Fields"]?.reference?.number, as: .fields)
    }

    /// Whether there are fields that readers draw by their values.
    private func hasDrawnFields() throws(PDFError) -> Bool {
        for file in [old, new] { for field in try file.fields() where field.kind != .signature { return true } }
        return false
    }

    /// Whether a field or a place of one draws its text by what the form says for all.
    private func isInherited(_ key: PDFName) throws(PDFError) -> Bool {
        for file in [old, new] {
            for field in try file.fields() where field.kind != .signature {
                if field.dictionary[key] != nil || field.inherited[key] != nil { continue }
                for widget in field.widgets { if try file.object(widget).dictionary?[key] == nil { return true } }
            }
        }
        return false
    }

    /// All fields and widgets that the form had.
    private func collectFields(_ elements: [PDFObject], depth: Int) throws(PDFError) {
        guard depth < 64 else { return }
        for element in elements {
            try old.budget.spend(4)
            guard let reference = element.reference, knownFields.insert(reference.number).inserted else { continue }
            if let kids = try old.resolve(old.object(reference).dictionary?["Kids"]).array { try collectFields(kids, depth: depth + 1) }
        }
    }

    /// Compares a list of fields or widgets, in whatever order.
    func compareFields(_ before: [PDFObject], _ after: [PDFObject], below node: FieldNode) throws(PDFError) {
        var earlier: Set<Int> = []
        for element in before { if let reference = element.reference { earlier.insert(reference.number) } }
        var later: Set<Int> = []
        var others: [PDFObject] = []
        for element in after {
            try old.budget.spend(2)
            guard let reference = element.reference else {
                others.append(element)
                continue
            }
            guard later.insert(reference.number).inserted else { continue }
            if earlier.contains(reference.number) {
                try compareField(reference, below: node)
            } else {
                try compareAddedField(reference, below: node)
            }
        }
        let (written, rewritten) = (Set(before.filter { $0.reference == nil }), Set(others))
        for element in before {
            if let reference = element.reference {
                if !later.contains(reference.number), try !old.object(reference).isNull {
                    add(Finding(.formField, "A field was removed: \(try name(of: reference, below: node))", .never))
                }
            } else if !rewritten.contains(element) {
                add(Finding(.formField, "A field was removed or changed", .never))
            }
        }
        for element in others where !written.contains(element) { add(Finding(.formField, "A field was added", .never)) }
    }

    func name(of reference: PDFReference, below node: FieldNode) throws(PDFError) -> String {
        node.entering(try old.object(reference).dictionary ?? PDFDictionary(), old).name
    }

    /// Compares what the form offers to draw text with: more may come, nothing may change (12.7.3, table 224).
    private func compareResources(_ first: PDFObject?, _ second: PDFObject?) throws(PDFError) {
        let before = try old.resolve(first).dictionary ?? PDFDictionary()
        let after = try new.resolve(second).dictionary ?? PDFDictionary()
        judge(first?.reference?.number, as: .resources)
        for category in keys(before, after) {
            if try isSame(before[category], after[category]), !isChanged(before[category]) { continue }
            guard let later = try new.resolve(after[category]).dictionary ?? (before[category] == nil ? PDFDictionary() : nil) else {
                if try new.resolve(after[category]).array == nil { add(Finding(.form, "The form's resources were changed", .never)) }
                continue
            }
            let earlier = try old.resolve(before[category]).dictionary ?? PDFDictionary()
            judge(before[category]?.reference?.number, as: .resources)
            for name in try differingKeys(earlier, later) {
                if earlier[name] != nil, category == "XObject" || category == "ProcSet", try !hasLoneAppearances() {
                    // Only what has no resources of its own could be drawn with these.
                    add(Finding(.form, "The form's resource \(name) was changed", .filling))
                } else if earlier[name] != nil {
                    let kind = category == "Font" ? PDFChange.Kind.font : .form
                    add(Finding(kind, "The form's resource \(name) was changed", .never))
                } else if category == "Font", try !isUsualFont(later[name], name) {
                    // Text that is set in it later is judged with it; what was there cannot be, unless it named a font that was missing.
                    let isAwaited = try isNamed(font: name)
                    add(Finding(.font, "A font was added to the form: \(name)", .filling, isSuspicious: isAwaited))
                }
            }
        }
    }
}

extension StateComparison {
    /// Whether text of the old state is to be set in a font of a name: a field's, or that of all fields that say nothing else.
    private func isNamed(font name: PDFName) throws(PDFError) -> Bool {
        var appearances: [PDFObject?] = [try old.form()?["DA"]]
        for field in try old.fields() where field.kind != .signature {
            appearances.append(field["DA"])
            for widget in field.widgets { appearances.append(try old.object(widget).dictionary?["DA"]) }
        }
        for page in try old.pages() {
            for element in try old.resolve(page.dictionary["Annots"]).array ?? [] {
                if let text = try old.resolve(element).dictionary?["DA"] { appearances.append(text) }
            }
        }
        for appearance in appearances {
            try old.budget.spend(8)
            guard let text = try old.resolve(appearance).string else { continue }
            // One that sets other things too may set anything.
            guard DefaultAppearance.isPlain(text.bytes), DefaultAppearance(text.bytes).font != name else { return true }
        }
        return try hasLoneAppearances(askingFor: name)
    }

    /// Whether a field or annotation of the old state shows an appearance without resources of its own, which some readers look for elsewhere; where a name
    /// is given, one that may ask for it.
    private func hasLoneAppearances(askingFor name: PDFName? = nil) throws(PDFError) -> Bool {
        for page in try old.pages() {
            for element in try old.resolve(page.dictionary["Annots"]).array ?? [] {
                try old.budget.spend(16)
                guard let annotation = try old.resolve(element).dictionary else { continue }
                for entry in try old.resolve(annotation["AP"]).dictionary?.entries ?? [] {
                    var shown = [try old.resolve(entry.value)]
                    for state in shown[0].stream == nil ? shown[0].dictionary?.entries ?? [] : [] {
                        shown.append(try old.resolve(state.value))
                    }
                    for case .stream(let stream) in shown where stream.data.count > 0 {
                        guard try old.resolve(stream.dictionary["Resources"]).dictionary == nil else { continue }
                        guard let name else { return true }
                        // Of what asks for a drawing, all must be known: that one may have no resources either.
                        if try !DrawnNames(of: element, in: old).isNothing { return try !namesOfOld().lacks(name) }
                    }
                }
            }
        }
        return false
    }

    /// Whether a font that is added to the form shows the letters that it is given, or is the one for the marks of buttons.
    private func isUsualFont(_ font: PDFObject?, _ name: PDFName) throws(PDFError) -> Bool {
        let base = try new.resolve(new.resolve(font).dictionary?["BaseFont"]).name
        if name == "ZaDb" || name == "ZapfDingbats", base.map({ $0 == "ZapfDingbats" }) ?? false { return try !new.isEmbedded(font: font) }
        return try new.isPlain(fieldFont: font)
    }
}

extension PDFFile {
    /// Whether a font comes with its glyphs, which may look like other letters than they stand for.
    func isEmbedded(font: PDFObject?) throws(PDFError) -> Bool {
        guard let font = try resolve(font).dictionary else { return true }
        if font["CharProcs"] != nil { return true }
        let below = try resolve(resolve(font["DescendantFonts"]).array?.first).dictionary
        for descriptor in [font["FontDescriptor"], below?["FontDescriptor"]] {
            guard let descriptor = try resolve(descriptor).dictionary else { continue }
            for key in ["FontFile", "FontFile2", "FontFile3"] as [StaticString] where descriptor[key] != nil { return true }
        }
        return false
    }
}
