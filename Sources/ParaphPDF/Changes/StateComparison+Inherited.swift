/// What pages inherit from the nodes above them (ISO 32000-2, 7.7.3.4): programs write it onto the page or take it back, which shows nothing else.
extension StateComparison {
    /// How what pages have of an entry differs.
    enum Difference {
        case none
        /// By digits too small to be seen.
        case digits
        case any
    }

    static func isInheritable(_ key: PDFName) -> Bool { PDFFile.inheritable.contains { key == $0 } }

    /// How what a page, by its index from 1, or any page has of an inheritable entry differs, wherever it stands; any difference where programs may find it in
    /// other ways.
    func difference(of key: PDFName, onPage index: Int?) throws(PDFError) -> Difference {
        if inherited == nil { inherited = try pagesOfBoth() }
        guard let (before, after) = inherited, !before.isEmpty else { return .any }
        if let index { return try difference(of: key, before[index - 1], after[index - 1]) }
        for place in before.indices where try difference(of: key, before[place], after[place]) != .none { return .any }
        return .none
    }

    /// The pages of both states; none where they are not the same in the same order, each once.
    private func pagesOfBoth() throws(PDFError) -> (old: [PDFPage], new: [PDFPage]) {
        let (before, after) = (try old.pages(), try new.pages())
        for place in 0..<max(before.count, after.count) {
            guard before.indices.contains(place), after.indices.contains(place), let reference = before[place].reference,
                after[place].reference == reference, index(ofPage: reference.number) == place + 1
            else { return ([], []) }
        }
        return (before, after)
    }

    private func difference(of key: PDFName, _ before: PDFPage, _ after: PDFPage) throws(PDFError) -> Difference {
        guard let first = try effective(key, of: before, in: old), let second = try effective(key, of: after, in: new) else { return .any }
        if try isSame(key, PDFDictionary([.init(key, first)]), PDFDictionary([.init(key, second)])) { return .none }
        guard key == "MediaBox" || key == "CropBox" else { return .any }
        return Self.isRounded(try old.resolve(first), try new.resolve(second)) ? .digits : .any
    }

    /// What a page has of an inheritable entry, or what counts where nothing says it; nil where that is not well written, or where the way down to the page
    /// and the way up from it lead to different values.
    private func effective(_ key: PDFName, of page: PDFPage, in file: PDFFile) throws(PDFError) -> PDFObject? {
        var node = page.dictionary
        var found: PDFObject?
        var levels = 0
        while true {
            try old.budget.spend(8)
            if let value = node[key] {
                found = value
                break
            }
            // Some programs inherit no further where an entry is null.
            if node.has(key) { return nil }
            guard let parent = node["Parent"] else { break }
            guard levels < 64, let above = try file.resolve(parent).dictionary else { return nil }
            node = above
            levels += 1
        }
        guard found == page.dictionary[key] ?? page.inherited[key] else { return nil }
        guard let found else {
            if key == "Rotate" { return .integer(0) }
            return key == "CropBox" ? try effective(PDFName("MediaBox"), of: page, in: file) : nil
        }
        let value = try file.resolve(found)
        if key == "Rotate" { return value.integer == nil ? nil : found }
        if key == "Resources" {
            if case .dictionary = value { return found }
            return nil
        }
        return try file.rectangle(value) == nil || value.array?.count != 4 ? nil : found
    }

    /// Whether a node of the tree of pages leads to the same pages, which have the same as before, or differs by the version that iText notes there, which is
    /// no entry of any reader's.
    func isSameNode(_ number: Int, _ before: PDFObject, _ after: PDFObject) throws(PDFError) -> Bool {
        guard case .dictionary(let left) = before, case .dictionary(let right) = after, left["Type"]?.name.map({ $0 == "Pages" }) ?? false
        else { return false }
        for key in try differingKeys(left, right) {
            if Self.isInheritable(key) {
                // Something else may be drawn with what stands here.
                guard try difference(of: key, onPage: nil) == .none, try !isDrawn(through: number) else { return false }
            } else {
                guard key == "ITXT", right[key]?.string != nil || right[key] == nil else { return false }
                add(Finding(.metadata, "A program noted its name in the tree of pages", .nothing))
            }
        }
        return true
    }
}
