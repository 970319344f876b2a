extension StateComparison {
    /// Whether two values mean the same in their states; objects that changed are judged for themselves.
    func isSame(_ old: PDFObject?, _ new: PDFObject?) throws(PDFError) -> Bool {
        copied.begin()
        let isSame = try isSame(old, new, copies: .allowed, depth: 0)
        copied.end(isSame)
        return isSame
    }

    /// Whether two objects of one number are written the same, so that a reference is only equal to itself.
    func isIdentical(_ old: PDFObject, _ new: PDFObject) throws(PDFError) -> Bool {
        try isSame(old, new, copies: .refused, depth: 0)
    }

    /// Whether an object may be the same as a copy of it under another number, and whether such a copy is being compared.
    private enum Copies {
        case refused, allowed, within
    }

    private func isSame(_ before: PDFObject?, _ after: PDFObject?, copies: Copies, depth: Int) throws(PDFError) -> Bool {
        try old.budget.spend(2)
        let (before, after) = (before ?? .null, after ?? .null)
        guard depth < 24 else { return false }
        switch (before, after) {
        case (.reference(let left), .reference(let right)):
            // What changed is judged by who refers to it, but nothing in the old state refers to it from a copy.
            if left == right {
                if copies == .refused { return true }
                return (copies != .within || changed[left.number] == nil) && copied.keep(left.number)
            }
            guard copies != .refused, try mayBeCopied(left.number, as: right.number, isWithin: copies == .within) else { return false }
            // A copy under another number means the same, unless it leads back to pages, whose copies do not.
            let (first, second) = (try old.resolve(before), try new.resolve(after))
            if first.dictionary?["Parent"] != nil || first.isNull != second.isNull { return false }
            if try isLayer(left.number, first) { return false }
            guard try isSame(first, second, copies: .within, depth: depth + 1) else { return false }
            try question(left.number)
            return true
        case (.reference, _), (_, .reference):
            // Some programs follow a reference at some places and not at others.
            guard copies == .allowed, try mayBeCopied(before.reference?.number, as: after.reference?.number, isWithin: false) else {
                return false
            }
            let (first, second) = (try old.resolve(before), try new.resolve(after))
            // What refers to nothing is an entry all the same to some programs, which then inherit no other.
            if first.isNull || second.isNull { return false }
            if try isLayer((before.reference ?? after.reference)?.number, first) { return false }
            guard try isSame(first, second, copies: .within, depth: depth + 1) else { return false }
            try question(before.reference?.number)
            return true
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for index in left.indices {
                guard (left[index].reference == nil) == (right[index].reference == nil),
                    try isSame(left[index], right[index], copies: copies, depth: depth + 1)
                else { return false }
            }
            return true
        case (.dictionary(let left), .dictionary(let right)): return try isSame(left, right, copies: copies, depth: depth)
        case (.stream(let left), .stream(let right)): return try isSame(left, right, copies: copies, depth: depth)
        // Some programs pass over a number with a point where they look for a whole one.
        default: return before == after
        }
    }

    /// Whether an object is a layer: these are on or off by their numbers, so that a copy may be seen where it was not.
    private func isLayer(_ number: Int?, _ object: PDFObject) throws(PDFError) -> Bool {
        if let type = try old.resolve(object.dictionary?["Type"]).name, type == "OCG" || type == "OCMD" { return true }
        guard let number else { return false }
        if let layers { return layers.contains(number) }
        var found: Set<Int> = []
        var left = try [old.resolve(old.trailer["Root"]).dictionary?["OCProperties"] ?? .null]
        while let object = left.popLast() {
            try old.budget.spend(8)
            var numbers: [Int] = []
            ReferenceIndex.forEachReference(of: object) { if found.insert($0).inserted { numbers.append($0) } }
            for number in numbers { left.append(try old.object(PDFReference(number))) }
        }
        layers = found
        return found.contains(number)
    }

    /// Whether streams hold the same for every program: the same data, or the same bytes that are plain in one and as plainly compressed in the other.
    private func isSame(_ left: PDFStream, _ right: PDFStream, copies: Copies, depth: Int) throws(PDFError) -> Bool {
        let coding: [StaticString] = ["Length", "Filter", "DecodeParms"]
        func bare(_ dictionary: PDFDictionary) -> PDFDictionary {
            PDFDictionary(dictionary.entries.filter { entry in !coding.contains { entry.key == $0 } })
        }
        guard try isSame(bare(left.dictionary), bare(right.dictionary), copies: copies, depth: depth) else { return false }
        let (first, second) = (try old.decrypted(left), try new.decrypted(right))
        try old.budget.spend(first.count >> 4)
        var isCodedAlike = true
        for key in coding.dropFirst() where isCodedAlike {
            isCodedAlike = try isSame(left.dictionary[key], right.dictionary[key], copies: copies, depth: depth)
        }
        if isCodedAlike { return first.hasSameBytes(as: second) }
        guard let plain = try old.plainlyDecoded(left, limit: old.limits.decodedBytes) else { return false }
        return try new.plainlyDecoded(right, limit: new.limits.decodedBytes)?.hasSameBytes(as: plain) ?? false
    }

    private func isSame(_ left: PDFDictionary, _ right: PDFDictionary, copies: Copies, depth: Int) throws(PDFError) -> Bool {
        // Of which layers something is part, some programs read from a list itself or from a reference only.
        let type = try old.resolve(left["Type"]).name
        let copies = type.map { $0 == "OCMD" || $0 == "OCG" } ?? false ? Copies.refused : copies
        for key in keys(left, right) { if try !isSame(key, left, right, copies: copies, depth: depth + 1) { return false } }
        return true
    }

    /// Whether an appearance has the same states one after the other: to some programs the first that is not `Off` is what a button is when it is on.
    private func hasStatesInOrder(_ before: PDFObject?, _ after: PDFObject?) throws(PDFError) -> Bool {
        guard case .dictionary(let left) = try old.resolve(before), case .dictionary(let right) = try new.resolve(after) else {
            return true
        }
        let (first, second) = (left.entries.filter { $0.key != "Off" }, right.entries.filter { $0.key != "Off" })
        guard first.count > 1 || second.count > 1 else { return true }
        guard first.count == second.count else { return false }
        for index in first.indices where first[index].key != second[index].key { return false }
        return true
    }

    /// Whether an entry is the same, in whatever numbers a box is written.
    func isSame(_ key: PDFName, _ left: PDFDictionary, _ right: PDFDictionary) throws(PDFError) -> Bool {
        copied.begin()
        let isSame = try isSame(key, left, right, copies: .allowed, depth: 0)
        copied.end(isSame)
        return isSame
    }

    private func isSame(_ key: PDFName, _ left: PDFDictionary, _ right: PDFDictionary, copies: Copies, depth: Int) throws(PDFError) -> Bool
    {
        // To some programs an entry that is null is an entry all the same, so that nothing is inherited.
        guard left.has(key) == right.has(key) else { return false }
        if key == "N" || key == "R" || key == "D", try !hasStatesInOrder(left[key], right[key]) { return false }
        return try isSame(left[key], right[key], copies: copies, depth: depth) || isSameBox(key, left, right)
    }

    /// Whether an entry is a box, a colour or a border of the same numbers, which may be written with a point: every program takes any number there.
    private func isSameBox(_ key: PDFName, _ left: PDFDictionary, _ right: PDFDictionary) -> Bool {
        if key == "UserUnit", let value = left[key]?.number { return value == right[key]?.number }
        let boxes: [StaticString] = [
            "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "Rect", "BBox", "Matrix", "QuadPoints", "C", "IC", "BC", "BG", "Border",
        ]
        guard boxes.contains(where: { key == $0 }), case .array(let before)? = left[key], case .array(let after)? = right[key],
            before.count == after.count
        else { return false }
        return zip(before, after).allSatisfy { $0.number != nil && $0.number == $1.number }
    }

    /// The keys whose values differ.
    func differingKeys(_ left: PDFDictionary, _ right: PDFDictionary) throws(PDFError) -> [PDFName] {
        var result: [PDFName] = []
        for key in keys(left, right) { if try !isSame(key, left, right) { result.append(key) } }
        return result
    }
}
