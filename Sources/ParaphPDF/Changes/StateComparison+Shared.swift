/// What the form and the pages are drawn with where both have one dictionary, as LibreOffice writes it: a font that a program adds to the form comes to the pages too.
extension StateComparison {
    /// Whether a dictionary of the form's resources, or its fonts or drawings, got nothing but new ones under names by which nothing that was there asks for anything.
    ///
    /// It may serve pages and what is drawn on them, as long as it is nothing but resources there and all that content was read.
    func addsOnlyUnasked(_ number: Int, _ holders: [Int]) throws(PDFError) -> Bool {
        guard let pair = changed[number], case .dictionary(let before) = pair.old, case .dictionary(let after) = pair.new,
            let added = try addedResources(number, before, after)
        else { return false }
        let names = try namesOfOld()
        for name in added.names where !names.lacks(name) { return false }
        guard try isOnlyResources(number, added.category, holders, names) else { return false }
        for name in added.names {
            add(Finding(.pageResources, "What pages are drawn with was joined by \(name), for which nothing asks", .filling))
        }
        return true
    }

    func namesOfOld() throws(PDFError) -> DrawnNames {
        if let drawnNames { return drawnNames }
        let names = try DrawnNames(of: old)
        drawnNames = names
        return names
    }

    /// What the resources of the form got, and in which category a dictionary of theirs is one; nil where anything else changed.
    private func addedResources(
        _ number: Int,
        _ before: PDFDictionary,
        _ after: PDFDictionary
    ) throws(PDFError) -> (names: [PDFName], category: PDFName?)? {
        let shared = try old.form()?["DR"]
        if shared?.reference?.number == number {
            var names: [PDFName] = []
            for key in try differingKeys(before, after) {
                guard Self.isGrowing(key), let earlier = try old.resolve(before[key] ?? .dictionary(PDFDictionary())).dictionary else {
                    return nil
                }
                guard let later = try new.resolve(after[key]).dictionary, let more = try newKeys(earlier, later) else { return nil }
                names += more
            }
            return (names, nil)
        }
        guard let dictionary = try old.resolve(shared).dictionary else { return nil }
        for entry in dictionary.entries where Self.isGrowing(entry.key) && entry.value.reference?.number == number {
            return try newKeys(before, after).map { ($0, entry.key) }
        }
        return nil
    }

    private static func isGrowing(_ category: PDFName) -> Bool { category == "Font" || category == "XObject" }

    /// The keys that a dictionary got; nil where one changed or went.
    private func newKeys(_ before: PDFDictionary, _ after: PDFDictionary) throws(PDFError) -> [PDFName]? {
        let keys = try differingKeys(before, after)
        return keys.allSatisfy { before[$0] == nil && after[$0] != nil } ? keys : nil
    }

    /// Whether all that leads to a dictionary takes it for resources, or for a category of them, and draws nothing that was not read.
    private func isOnlyResources(
        _ number: Int,
        _ category: PDFName?,
        _ holders: [Int],
        _ names: DrawnNames
    ) throws(PDFError) -> Bool {
        for holder in holders {
            try old.budget.spend(8)
            guard holder > 0 else { return false }
            guard try isReached(holder) else { continue }
            var paths: [[PDFName]] = []
            Self.findPaths(to: number, in: try old.object(PDFReference(holder)), [], &paths)
            for path in paths {
                var keys = path
                if let category {
                    guard keys.popLast() == category else { return false }
                    if keys.isEmpty {
                        // It stands in a dictionary of resources that has its own number.
                        guard names.resources.contains(holder), let above = index?.holders(of: holder),
                            try isOnlyResources(holder, nil, above, names)
                        else { return false }
                        continue
                    }
                }
                guard try isPlaceOfResources(keys, of: holder, names) else { return false }
            }
            if paths.isEmpty { return false }
        }
        return true
    }

    /// Whether keys lead from an object to the resources of a content that was read, or to those of the form.
    private func isPlaceOfResources(_ keys: [PDFName], of holder: Int, _ names: DrawnNames) throws(PDFError) -> Bool {
        if keys == [PDFName("Resources")] {
            if names.owners.contains(holder) { return true }
            return try drawingOwners().nodes.contains(holder)
        }
        let owners = try drawingOwners()
        if keys == [PDFName("DR")] { return owners.form == holder || knownFields.contains(holder) }
        return keys == [PDFName("AcroForm"), PDFName("DR")] && owners.catalog == holder
    }

    /// All ways from an object to a reference, by keys; elements of arrays have none, and so fit nothing.
    private static func findPaths(to number: Int, in object: PDFObject, _ way: [PDFName], _ paths: inout [[PDFName]]) {
        switch object {
        case .reference(let reference): if reference.number == number { paths.append(way) }
        case .array(let elements): for element in elements { findPaths(to: number, in: element, way + [PDFName("")], &paths) }
        case .dictionary(let dictionary):
            for entry in dictionary.entries { findPaths(to: number, in: entry.value, way + [entry.key], &paths) }
        case .stream(let stream): findPaths(to: number, in: .dictionary(stream.dictionary), way, &paths)
        default: break
        }
    }
}
