extension StateComparison {
    /// Judges a signature that is put into a field.
    func addSigned(_ field: ComparedField, isNew: Bool, value above: PDFObject? = nil) throws(PDFError) {
        let parent = try new.resolve(field.new["Parent"]).dictionary
        let value = field.new["V"] ?? above ?? parent?["V"]
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
        let isExpected = isNew ? false : try isWaiting(field)
        switch isSeen ? try touch(of: field.new, number: field.reference.number, isExpected: isExpected) : .clear {
        case .clear: break
        case .beside:
            result.isRemarkable = true
            result.detail += ", and could be read with what stands beside it, or as text of its own"
        case .marks:
            result.isRemarkable = true
            result.detail += ", and lies on what was there"
        case .hides:
            result.isSuspicious = true
            result.detail += ", and covers what was there"
        }
        if isSeen { try place(field.new, of: field.reference.number, page: nil) }
        add(result)
        changesTagged = true
    }

    /// Whether a field waited for a signature where it stands now.
    private func isWaiting(_ field: ComparedField) throws(PDFError) -> Bool {
        guard case .waiting = try old.holder(field.old), let place = try old.rectangle(field.old["Rect"]) else { return false }
        return try new.rectangle(field.new["Rect"]) == place
    }

    /// Whether an annotation is drawn at all (12.5.3): by its appearance, or by readers that make a background or border for one without.
    func isSeen(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        guard try !isHidden(annotation) else { return false }
        if case .nothing = try new.drawnArea(of: annotation) { return false }
        if try new.resolve(annotation["AP"]).dictionary != nil { return true }
        return try new.isFramed(annotation)
    }

    /// Whether an annotation says that it is neither on a screen nor on paper.
    private func isHidden(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        let flags = try new.flags(of: annotation)
        return flags & 2 != 0 || flags & (32 | 4) == 32
    }

    /// Judges a field that is new.
    func compareAddedField(_ reference: PDFReference, below parent: FieldNode) throws(PDFError) {
        let before = try old.object(reference).dictionary
        let object = try new.object(reference)
        if object.isNull { return }
        let after = object.dictionary ?? PDFDictionary()
        let node = parent.entering(after, new)
        let field = ComparedField(reference: reference, old: before ?? PDFDictionary(), new: after, node: node, isSignature: true)
        addedFields.insert(reference.number)
        changesTagged = true
        guard object.stream == nil, try new.resolve(node["FT"]).name.map({ $0 == "Sig" }) ?? false else {
            return add(finding(.formField, "A field was added", field, .never))
        }
        // A field has its places below it or is its only one, and inherits from where it stands.
        let list = try new.resolve(after["Kids"])
        let kids = list.array ?? []
        let isWhole = list.isNull || kids.isEmpty ? try isPlain(after) : after["Rect"] == nil && after["AP"] == nil
        guard isWhole, list.isNull || list.array != nil, try isBelow(parent.reference, after) else {
            return add(finding(.formField, "A field for a signature is something else too", field, .never))
        }
        if let before {
            // An annotation that was there and now is a field: only as it was.
            judge(reference.number, as: .annotation)
            guard try isShownAsBefore(before, after) else {
                return add(finding(.formField, "An annotation became a field", field, .never))
            }
        }
        if parent.depth > 0, parent["V"] != nil {
            return add(finding(.signature, "A signature was given another place", field, .never))
        }
        if parent.depth == 0 || after["T"] != nil, try hasField(named: node.name, besides: reference) {
            add(finding(.signature, "A second field has the name of another", field, .never))
        }
        judgeActions(field)
        for kid in kids.prefix(64) {
            guard let widget = kid.reference, addedFields.insert(widget.number).inserted else { continue }
            try addPlace(widget, of: field)
        }
        if after["V"] == nil { try addEmpty(field) } else if kids.isEmpty { try addSigned(field, isNew: true) }
    }

    /// Judges a place that a new field has below it.
    private func addPlace(_ widget: PDFReference, of field: ComparedField) throws(PDFError) {
        if try !old.object(widget).isNull { add(finding(.signature, "A field took over an annotation", field, .never)) }
        let dictionary = try new.object(widget).dictionary ?? PDFDictionary()
        let place = ComparedField(reference: widget, old: PDFDictionary(), new: dictionary, node: field.node, isSignature: true)
        let type = try new.resolve(dictionary["FT"])
        // Readers draw it as what it says of itself, whatever stands above.
        let isField = dictionary["T"] != nil || dictionary["Kids"] != nil || !(type.isNull || type.name.map { $0 == "Sig" } ?? false)
        let isElsewhere = dictionary["V"] != nil && dictionary["V"] != field.new["V"]
        var isThere = try isBelow(field.reference, dictionary)
        if !isThere { isThere = try isDetached(dictionary) }
        guard !isField, !isElsewhere, isThere, try isPlain(dictionary) else {
            return add(finding(.formField, "A field for a signature is something else too", place, .never))
        }
        judgeActions(place)
        if field.new["V"] == nil { try addEmpty(place) } else { try addSigned(place, isNew: true, value: field.new["V"]) }
    }

    private func judgeActions(_ field: ComparedField) {
        guard field.new["AA"] != nil || field.new["A"] != nil else { return }
        add(finding(.action, "A field that starts actions was added", field, isSuspicious: true))
    }

    /// Whether a new field, or a place of one, is no other kind of annotation, which readers would draw by its own entries.
    private func isPlain(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let kind = try new.resolve(dictionary["Subtype"]).name else { return dictionary["Rect"] == nil && dictionary["AP"] == nil }
        return kind == "Widget"
    }

    /// Whether what a field names as the one above it, whose type and value readers take, is the one that lists it.
    private func isBelow(_ parent: PDFReference?, _ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if let parent { return dictionary["Parent"]?.reference == parent }
        return try new.resolve(dictionary["Parent"]).isNull
    }

    /// Whether a place names no field above it, has an appearance that all readers draw, and is nothing but that: pyHanko writes such.
    private func isDetached(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard dictionary["Parent"] == nil, dictionary["FT"] == nil, dictionary["MK"] == nil, dictionary["V"] == nil else { return false }
        return try new.normalLook(of: dictionary).stream != nil
    }

    /// Whether an annotation that became a field shows what it showed, or showed nothing and is signed now.
    private func isShownAsBefore(_ before: PDFDictionary, _ after: PDFDictionary) throws(PDFError) -> Bool {
        var wasUnseen = false
        if case .nothing = try old.drawnArea(of: before) { wasUnseen = true }
        for key in try differingKeys(before, after) {
            if key == "V" || key == "M" { continue }
            guard key == "AP" || key == "F", wasUnseen, after["V"] != nil else { return false }
        }
        return true
    }

    /// Judges a new field that waits for a signature.
    private func addEmpty(_ field: ComparedField) throws(PDFError) {
        let isSeen = try isSeen(field.new)
        var result = finding(.formField, "A field for a signature was added", field, isSuspicious: isSeen)
        result.field = nil
        let rectangle = try new.rectangle(field.new["Rect"])
        result.isSeenSignature = rectangle != nil
        // Some readers draw a sign of their own where there is something to be signed.
        if let rectangle, try !isHidden(field.new),
            try covers(field.new, of: field.reference.number, in: new, page: nil, margin: 0, within: .boxes([rectangle]))
        {
            result.isSuspicious = true
            result.detail += ", and covers what was there"
        }
        add(result)
    }

    fileprivate func hasField(named name: String, besides reference: PDFReference? = nil) throws(PDFError) -> Bool {
        let wanted = Array(name.utf8)
        for field in try old.fields() where field.reference != reference && Array(field.name.utf8) == wanted { return true }
        return false
    }
}

extension StateComparison {
    /// Whether a widget that no form lists holds a new signature and is seen nowhere: poppler signs so where the form stands in the catalog.
    func isLoneSignature(_ widget: PDFDictionary) throws(PDFError) -> Bool {
        guard try new.resolve(widget["FT"]).name.map({ $0 == "Sig" }) ?? false, let value = widget["V"]?.reference,
            try old.object(value).isNull, let signature = try new.object(value).dictionary, signature.isSignature,
            signature["Contents"] != nil, signature["ByteRange"] != nil
        else { return false }
        for key in ["Parent", "Kids", "A", "AA", "MK", "Opt"] as [StaticString] where widget[key] != nil { return false }
        let corners = try new.numbers(widget["Rect"])
        guard corners.count == 4, corners[0] == corners[2], corners[1] == corners[3] else { return false }
        guard let name = try new.resolve(widget["T"]).string?.text, !name.isEmpty else { return false }
        return try !hasField(named: name)
    }
}
