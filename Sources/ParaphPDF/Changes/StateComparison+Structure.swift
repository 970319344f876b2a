extension StateComparison {
    /// Compares values of the structure tree (ISO 32000-2, 14.7): elements may come with what came to the page, nothing else.
    func compareStructure(_ before: PDFObject, _ after: PDFObject) throws(PDFError) {
        let isFine = try isContinued(before, after, depth: 0)
        add(
            Finding(
                .structure,
                "The structure for reading aloud was \(isFine ? "extended" : "changed")",
                isFine ? .filling : .never,
                isSuspicious: !changesTagged
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
                if place < left.count, try isSame(left[place], element) {
                    place += 1
                } else if areKids {
                    guard try areNewKids(element, depth: depth + 1) else { return false }
                } else if element.integer == nil || place > 0 || left.isEmpty {
                    let isElement = try isNewElement(new.resolve(element), depth: depth + 1)
                    guard isElement || element.integer != nil else { return false }
                }
            }
            return place == left.count
        // One kid becomes a list of kids.
        case (_, .array(let right)): return try isContinued(.array([before]), .array(right), areKids: areKids, depth: depth + 1)
        default: return try isSame(before, after)
        }
    }

    /// A reference to what changed too is judged for itself.
    private func direct(_ object: PDFObject?, _ file: PDFFile) throws(PDFError) -> PDFObject {
        guard let object else { return .null }
        guard let reference = object.reference else { return object }
        let value = try file.object(reference)
        return value.stream == nil ? value : object
    }

    private func isNewElement(_ object: PDFObject, depth: Int) throws(PDFError) -> Bool {
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
