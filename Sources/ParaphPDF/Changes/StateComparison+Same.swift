extension StateComparison {
    /// Whether two values mean the same in their states; objects that changed are judged for themselves.
    func isSame(_ old: PDFObject?, _ new: PDFObject?) throws(PDFError) -> Bool { try isSame(old, new, copies: .allowed, depth: 0) }

    /// Whether two objects of one number are written the same, so that a reference is only equal to itself.
    func isIdentical(_ old: PDFObject, _ new: PDFObject) throws(PDFError) -> Bool { try isSame(old, new, copies: .refused, depth: 0) }

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
            // What changed is judged by who refers to it, but nobody in the old state refers to it from a copy.
            if left == right { return copies != .within || changed[left.number] == nil }
            guard copies != .refused else { return false }
            // A copy under another number means the same, unless it leads back to pages, whose copies do not.
            let (first, second) = (try old.resolve(before), try new.resolve(after))
            if first.dictionary?["Parent"] != nil || first.isNull != second.isNull { return false }
            return try isSame(first, second, copies: .within, depth: depth + 1)
        case (.reference, _), (_, .reference):
            guard copies != .refused else { return false }
            return try isSame(old.resolve(before), new.resolve(after), copies: .within, depth: depth + 1)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for index in left.indices { if try !isSame(left[index], right[index], copies: copies, depth: depth + 1) { return false } }
            return true
        case (.dictionary(let left), .dictionary(let right)): return try isSame(left, right, ignoring: nil, copies: copies, depth: depth)
        case (.stream(let left), .stream(let right)): return try isSame(left, right, copies: copies, depth: depth)
        case (.integer, .real), (.real, .integer): return before.number == after.number
        default: return before == after
        }
    }

    /// Whether streams hold the same, however their data are compressed.
    private func isSame(_ left: PDFStream, _ right: PDFStream, copies: Copies, depth: Int) throws(PDFError) -> Bool {
        func bare(_ dictionary: PDFDictionary) -> PDFDictionary {
            PDFDictionary(dictionary.entries.filter { !($0.key == "Length" || $0.key == "Filter" || $0.key == "DecodeParms") })
        }
        guard try isSame(.dictionary(bare(left.dictionary)), .dictionary(bare(right.dictionary)), copies: copies, depth: depth) else {
            return false
        }
        try old.budget.spend(left.data.count >> 4)
        var isCodedAlike = true
        for key in ["Filter", "DecodeParms"] as [StaticString] where isCodedAlike {
            isCodedAlike = try isSame(left.dictionary[key], right.dictionary[key], copies: copies, depth: depth)
        }
        if isCodedAlike, old.encryption == nil, left.data.hasSameBytes(as: right.data) { return true }
        if isCodedAlike, old.encryption != nil, try old.decrypted(left).hasSameBytes(as: new.decrypted(right)) { return true }
        do throws(PDFError) {
            let (first, second) = (try old.decoded(left), try new.decoded(right))
            return first.isComplete && second.isComplete && first.bytes.hasSameBytes(as: second.bytes)
        } catch {
            // The filters of pictures are not undone here.
            guard error.code == .unsupported || error.code == .malformed else { throw error }
            return false
        }
    }

    private func isSame(_ left: PDFDictionary, _ right: PDFDictionary, ignoring: StaticString?, copies: Copies, depth: Int) throws(PDFError)
        -> Bool
    {
        for key in keys(left, right) {
            if let ignoring, key == ignoring { continue }
            if try !isSame(left[key], right[key], copies: copies, depth: depth + 1) { return false }
        }
        return true
    }

    /// The keys whose values differ.
    func differingKeys(_ left: PDFDictionary, _ right: PDFDictionary) throws(PDFError) -> [PDFName] {
        var result: [PDFName] = []
        for key in keys(left, right) { if try !isSame(left[key], right[key]) { result.append(key) } }
        return result
    }
}
