extension StateComparison {
    /// Judges a signature that is put into a field.
    func addSigned(_ field: ComparedField, isNew: Bool) throws(PDFError) {
        let parent = try new.resolve(field.new["Parent"]).dictionary
        let value = field.new["V"] ?? parent?["V"]
        guard let signature = try new.resolve(value).dictionary else {
            return add(finding(.signature, "A signature field holds no signature", field, .never))
        }
        if let reference = value?.reference, try !old.object(reference).isNull {
            return add(finding(.signature, "A field shows a signature that was there before", field, .never))
        }
        let type = try new.resolve(signature["Type"]).name
        let subFilter = try new.resolve(signature["SubFilter"]).name
        let isTimestamp = type.map { $0 == "DocTimeStamp" } ?? false || subFilter.map { $0 == "ETSI.RFC3161" } ?? false
        guard signature["Contents"] != nil, signature["ByteRange"] != nil else {
            return add(finding(.signature, "A signature field holds no signature", field, .never))
        }
        let isSeen = try isSeen(field.new)
        var result = finding(
            isTimestamp ? .timestamp : .signature,
            isTimestamp ? "A document timestamp was added" : "A signature was added",
            field,
            isTimestamp && !isSeen ? .nothing : .filling
        )
        // Locks hold for the fields that were there; a timestamp fills none of a person's.
        if isNew || isTimestamp { result.field = nil }
        result.isSeenSignature = isNew && isSeen
        if isSeen, try covers(field.new, of: field.reference.number, in: new, page: nil, margin: 0, isSignature: true) {
            result.isSuspicious = true
            result.detail += ", and covers what was there"
        }
        add(result)
        changesTagged = true
    }

    /// Whether an annotation is drawn at all (12.5.3).
    func isSeen(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        if case .nothing = try new.drawnArea(of: annotation) { return false }
        let flags = try new.resolve(annotation["F"]).integer ?? 0
        guard flags & 2 == 0, flags & (32 | 4) != 32 else { return false }
        return try new.resolve(annotation["AP"]).dictionary != nil
    }

    /// Judges a field that is new.
    func compareAddedField(_ reference: PDFReference, below parent: FieldNode) throws(PDFError) {
        let before = try old.object(reference).dictionary
        guard let after = try new.object(reference).dictionary else { return }
        let node = parent.entering(after, new)
        let field = ComparedField(reference: reference, old: before ?? PDFDictionary(), new: after, node: node, isSignature: true)
        addedFields.insert(reference.number)
        changesTagged = true
        guard try new.resolve(node["FT"]).name.map({ $0 == "Sig" }) ?? false else {
            return add(finding(.formField, "A field was added", field, .never))
        }
        if let before {
            // An annotation that was there and now is a field: only as it was.
            judge(reference.number, as: .annotation)
            for key in try differingKeys(before, after) where !(key == "V" || key == "AP" || key == "M" || key == "F") {
                return add(finding(.formField, "An annotation became a field", field, .never))
            }
        }
        if parent.depth == 0, try hasField(named: node.name, besides: reference) {
            add(finding(.signature, "A second field has the name of another", field, .never))
        }
        if after["AA"] != nil || after["A"] != nil {
            add(finding(.action, "A field that starts actions was added", field, isSuspicious: true))
        }
        for kid in (try new.resolve(after["Kids"]).array ?? []).prefix(64) {
            guard let widget = kid.reference, addedFields.insert(widget.number).inserted else { continue }
            if try !old.object(widget).isNull { add(finding(.signature, "A field took over an annotation", field, .never)) }
            let shown = ComparedField(
                reference: widget,
                old: PDFDictionary(),
                new: try new.object(widget).dictionary ?? PDFDictionary(),
                node: node,
                isSignature: true
            )
            if after["V"] == nil { try addEmpty(shown) } else { try addSigned(shown, isNew: true) }
        }
        if after["V"] == nil { try addEmpty(field) } else if after["Kids"] == nil { try addSigned(field, isNew: true) }
    }

    /// Judges a new field that waits for a signature.
    private func addEmpty(_ field: ComparedField) throws(PDFError) {
        let isSeen = try isSeen(field.new)
        var result = finding(.formField, "A field for a signature was added", field, isSuspicious: isSeen)
        result.field = nil
        result.isSeenSignature = try new.rectangle(field.new["Rect"]) != nil
        add(result)
    }

    private func hasField(named name: String, besides reference: PDFReference) throws(PDFError) -> Bool {
        let wanted = Array(name.utf8)
        for field in try old.fields() where field.reference != reference && Array(field.name.utf8) == wanted { return true }
        return false
    }
}
