/// What pages inherit from the nodes above them (ISO 32000-2, 7.7.3.4): programs write it onto the page or take it back, which shows nothing else.
struct InheritedEntries {
    /// How what pages have of an entry differs.
    enum Difference: Int {
        case none
        /// By digits too small to be seen.
        case digits
        case any
    }

    /// The pages of both states, where they are the same in the same order.
    var old: [PDFPage] = []
    var new: [PDFPage] = []
    /// Where a page stands in them, by its number: in one place, or more.
    var places: [Int: [Int]] = [:]
    /// How each entry differs on any page, once that was asked.
    var differences: [PDFName: Difference] = [:]
}

extension StateComparison {
    private static let mostLevels = 64

    static func isInheritable(_ key: PDFName) -> Bool { PDFFile.inheritable.contains { key == $0 } }

    /// Whether a dictionary writes null for a key, which some programs take for a value and others for none.
    private static func isNullWritten(_ key: PDFName, in dictionary: PDFDictionary) -> Bool {
        dictionary.entries.contains { $0.key == key && $0.value.isNull }
    }

    /// Whether an inheritable entry stands as it stood, and is null where it was.
    func isWrittenSame(_ key: PDFName, _ before: PDFDictionary, _ after: PDFDictionary) throws(PDFError) -> Bool {
        guard Self.isNullWritten(key, in: before) == Self.isNullWritten(key, in: after) else { return false }
        return try isSame(key, before, after)
    }

    /// How what a page has of an inheritable entry differs, wherever it stands; any difference where programs may find it in different ways.
    func difference(of key: PDFName, onPage number: Int) throws(PDFError) -> InheritedEntries.Difference {
        let entries = try inheritedEntries()
        return try worst(entries.places[number] ?? [], of: key, entries)
    }

    /// How what any page has of an inheritable entry differs.
    func difference(of key: PDFName) throws(PDFError) -> InheritedEntries.Difference {
        let entries = try inheritedEntries()
        if let known = entries.differences[key] { return known }
        let found = try worst(Array(entries.old.indices), of: key, entries)
        inherited?.differences[key] = found
        return found
    }

    private func inheritedEntries() throws(PDFError) -> InheritedEntries {
        if let inherited { return inherited }
        var found = InheritedEntries()
        let (before, after) = (try old.pages(), try new.pages())
        if before.map({ $0.reference }) == after.map({ $0.reference }) {
            (found.old, found.new) = (before, after)
            for (index, page) in before.enumerated() {
                if let number = page.reference?.number { found.places[number, default: []].append(index) }
            }
        }
        inherited = found
        return found
    }

    private func worst(_ places: [Int], of key: PDFName, _ entries: InheritedEntries) throws(PDFError) -> InheritedEntries.Difference {
        var worst = places.isEmpty ? InheritedEntries.Difference.any : .none
        for place in places where worst != .any {
            let found = try difference(of: key, entries.old[place], entries.new[place])
            if found.rawValue > worst.rawValue { worst = found }
        }
        return worst
    }

    private func difference(of key: PDFName, _ before: PDFPage, _ after: PDFPage) throws(PDFError) -> InheritedEntries.Difference {
        guard let first = try effective(key, of: before, in: old), let second = try effective(key, of: after, in: new) else { return .any }
        if try isSame(key, PDFDictionary([.init(key, first)]), PDFDictionary([.init(key, second)])) { return .none }
        let isBox = key == "MediaBox" || key == "CropBox"
        guard isBox else { return .any }
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
            if Self.isNullWritten(key, in: node) { return nil }
            if let value = node[key] {
                found = value
                break
            }
            guard let parent = node["Parent"] else { break }
            guard levels < Self.mostLevels, let above = try file.resolve(parent).dictionary else { return nil }
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
        var found: [Finding] = []
        for key in keys(left, right) {
            if Self.isInheritable(key) {
                if try isWrittenSame(key, left, right) { continue }
                let difference = try difference(of: key)
                // Something else may be drawn with what stands here.
                guard difference != .any, try !isDrawn(through: number) else { return false }
                if difference == .digits { found.append(Finding(.metadata, "The size of a page was written with other digits", .nothing)) }
            } else if try !isSame(key, left, right) {
                guard key == "ITXT", right[key]?.string != nil || right[key] == nil else { return false }
                found.append(Finding(.metadata, "A program noted its name in the tree of pages", .nothing))
            }
        }
        for finding in found { add(finding) }
        return true
    }
}
