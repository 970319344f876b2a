extension StateComparison {
    /// Compares values of the structure tree (ISO 32000-2, 14.7): elements may come with what came to the page, nothing else.
    func compareStructure(_ before: PDFObject, _ after: PDFObject) throws(PDFError) {
        addsStructure = false
        let isFine = try isContinued(before, after, depth: 0)
        add(
            Finding(
                .structure,
                "The structure for reading aloud was \(isFine ? "extended" : "changed")",
                isFine ? .filling : .never,
                isSuspicious: addsStructure && !changesTagged
            )
        )
    }

    /// Whether the later value holds all that the earlier one did, in the same order.
    ///
    /// In a list of kids numbers stand for content of the page, which nothing new may speak for; in a number tree they are keys.
    private func isContinued(_ before: PDFObject, _ after: PDFObject, areKids: Bool = false, depth: Int) throws(PDFError) -> Bool {
        try old.budget.spend(2)
        guard depth < 16 else { return false }
        switch (before, after) {
        case (.null, _): return try areKids ? areNewKids(after, depth: depth) : isNewElement(after, depth: depth)
        case (.dictionary(let left), .dictionary(let right)):
            for key in try differingKeys(left, right) {
                let isList = key == "K" || key == "Nums" || key == "Kids" || key == "ParentTree" || key == "IDTree" || key == "Names"
                if isList {
                    let (first, second) = (try direct(left[key], old), try direct(right[key], new))
                    if key == "Nums", case .array(let pairs) = first, case .array(let others) = second {
                        if try !areKept(pairs, others, depth: depth + 1) { return false }
                        continue
                    }
                    if try !isContinued(first, second, areKids: key == "K", depth: depth + 1) { return false }
                } else if !(key == "ParentTreeNextKey" || key == "Limits" || key == "Namespaces" || key == "RoleMap" && left[key] == nil) {
                    return false
                }
            }
            return true
        case (.array(let left), .array(let right)):
            var place = 0
            for element in right {
                try old.budget.spend(2)
                if areKids { try passRemoved(left, &place, until: element) }
                if place < left.count, try isSameKid(left[place], element, areKids) {
                    place += 1
                } else if areKids {
                    guard try areNewKids(element, depth: depth + 1) else { return false }
                } else if element.integer == nil || place > 0 || left.isEmpty {
                    let isElement = try isNewElement(new.resolve(element), depth: depth + 1)
                    guard isElement || element.integer != nil else { return false }
                }
            }
            if areKids { try passRemoved(left, &place, until: nil) }
            return place == left.count
        // One kid becomes a list of kids.
        case (_, .array(let right)): return try isContinued(.array([before]), .array(right), areKids: areKids, depth: depth + 1)
        default: return try isSame(before, after)
        }
    }

    /// Whether a number tree holds all pairs that it held (7.9.7), but for those of annotations that were removed; what is new may belong to an element of
    /// before, which is compared by itself.
    private func areKept(_ before: [PDFObject], _ after: [PDFObject], depth: Int) throws(PDFError) -> Bool {
        guard before.count % 2 == 0, after.count % 2 == 0 else { return false }
        var values: [Int: PDFObject] = [:]
        for index in stride(from: 0, to: after.count, by: 2) {
            try old.budget.spend(2)
            guard case .integer(let key) = after[index], values.updateValue(after[index + 1], forKey: key) == nil else { return false }
        }
        for index in stride(from: 0, to: before.count, by: 2) {
            try old.budget.spend(2)
            guard case .integer(let key) = before[index] else { return false }
            guard let value = values.removeValue(forKey: key) else {
                if removedTags.contains(key) { continue }
                return false
            }
            guard try isSame(before[index + 1], value) else { return false }
        }
        for value in values.values {
            if try isElement(value) { continue }
            guard try isNewElement(new.resolve(value), depth: depth + 1) else { return false }
        }
        return true
    }

    /// Passes kids that speak for annotations that were removed and that are there no more.
    private func passRemoved(_ kids: [PDFObject], _ place: inout Int, until next: PDFObject?) throws(PDFError) {
        while place < kids.count {
            try old.budget.spend(2)
            if let next, try isSameKid(kids[place], next, true) { return }
            guard let number = try old.resolve(kids[place]).dictionary?["Obj"]?.reference?.number, removedAnnotations.contains(number)
            else {
                return
            }
            place += 1
        }
    }

    /// Whether two values are the same or, where they are kids, speak for the same annotation on the same page, whatever else stands with them.
    private func isSameKid(_ before: PDFObject, _ after: PDFObject, _ areKids: Bool) throws(PDFError) -> Bool {
        if try isSame(before, after) { return true }
        guard areKids, let left = try old.resolve(before).dictionary, let right = try new.resolve(after).dictionary,
            left["Obj"]?.reference != nil
        else { return false }
        return left["Type"] == right["Type"] && left["Obj"] == right["Obj"] && left["Pg"] == right["Pg"]
    }

    /// Whether something refers to an element of the structure.
    private func isElement(_ object: PDFObject) throws(PDFError) -> Bool {
        guard object.reference != nil, let dictionary = try old.resolve(object).dictionary else { return false }
        return dictionary["S"] != nil && dictionary["P"] != nil && dictionary["Subtype"] == nil
    }

    /// A reference to what changed too is judged for itself.
    private func direct(_ object: PDFObject?, _ file: PDFFile) throws(PDFError) -> PDFObject {
        guard let object else { return .null }
        guard let reference = object.reference else { return object }
        let value = try file.object(reference)
        return value.stream == nil ? value : object
    }

    private func isNewElement(_ object: PDFObject, depth: Int) throws(PDFError) -> Bool {
        addsStructure = true
        switch object {
        case .dictionary(let dictionary):
            if dictionary["Obj"] != nil || dictionary["Nums"] != nil { return true }
            guard dictionary["S"] != nil else { return false }
            return try areNewKids(dictionary["K"] ?? .null, depth: depth + 1)
        case .array, .integer: return true
        case .null: return true
        default: return false
        }
    }

    /// Whether kids are annotations or elements that are new as well: those that speak for what a page shows would change how it is read.
    private func areNewKids(_ object: PDFObject, depth: Int) throws(PDFError) -> Bool {
        try old.budget.spend(2)
        addsStructure = true
        guard depth < 16 else { return false }
        if let reference = object.reference, changed[reference.number] == nil { return false }
        switch try new.resolve(object) {
        case .null: return true
        case .array(let elements):
            for element in elements { if try !areNewKids(element, depth: depth + 1) { return false } }
            return true
        case .dictionary(let dictionary):
            if try new.resolve(dictionary["Type"]).name.map({ $0 == "OBJR" }) ?? false { return true }
            guard dictionary["S"] != nil else { return false }
            return try areNewKids(dictionary["K"] ?? .null, depth: depth + 1)
        default: return false
        }
    }

    /// Whether an object that changed belongs to the structure tree.
    func isStructure(_ number: Int, _ object: PDFObject) throws(PDFError) -> Bool {
        guard let index else { return false }
        if case .dictionary(let dictionary) = object {
            if let type = try old.resolve(dictionary["Type"]).name {
                return type == "StructElem" || type == "StructTreeRoot" || type == "OBJR"
            }
            if dictionary["S"] != nil, dictionary["P"] != nil, dictionary["Subtype"] == nil { return true }
        }
        guard object.array != nil || object.dictionary?["Nums"] != nil || object.dictionary?["Limits"] != nil else { return false }
        // Lists and number trees: by who holds them.
        var stack = [number]
        var seen: Set<Int> = [number]
        while let next = stack.popLast() {
            try old.budget.spend(4)
            for holder in index.holders(of: next) {
                guard holder > 0, seen.count < 64 else { return false }
                guard seen.insert(holder).inserted else { continue }
                let above = try old.object(PDFReference(holder))
                let type = try old.resolve(above.dictionary?["Type"]).name
                if type.map({ $0 == "StructElem" || $0 == "StructTreeRoot" }) ?? false { continue }
                if let dictionary = above.dictionary, dictionary["S"] != nil, dictionary["P"] != nil, dictionary["Subtype"] == nil {
                    continue
                }
                guard above.dictionary?["Nums"] != nil || above.dictionary?["Kids"] != nil || above.array != nil, type == nil else {
                    return false
                }
                stack.append(holder)
            }
        }
        return seen.count > 1
    }
}
