extension StateComparison {
    /// Whether an object may be the same as one under another number, or as what is written where it was referred to.
    ///
    /// The other has to be new: what was there already is something else, whatever it says. What several use stays one object within a copy of one of them.
    func mayBeCopied(_ original: Int?, as copy: Int?, isWithin: Bool) throws(PDFError) -> Bool {
        if let copy, let entry = old.table[copy], !entry.isFree { return false }
        if let original {
            if let copy, !copied.add(original, as: copy) { return false }
            if isWithin, try holders(of: original) > 1 { return false }
            return try !leadsToItself(original)
        }
        return true
    }

    private func holders(of number: Int) throws(PDFError) -> Int {
        if index == nil { index = try ReferenceIndex(of: old) }
        return index?.holders(of: number).count ?? 0
    }

    /// Whether something of the old state is drawn by what it draws, or may be: programs stop there by its number, and draw a copy once more.
    private func leadsToItself(_ number: Int) throws(PDFError) -> Bool {
        if let known = loops[number] { return known > 0 }
        var reached: Set<Int> = []
        var numbers = [number]
        var isLoop = false
        while !isLoop, let next = numbers.popLast() {
            try old.budget.spend(8)
            let object = try old.object(PDFReference(next))
            var values = [object]
            if let dictionary = object.dictionary {
                if try isPage(dictionary) { continue }
                if try inheritsResources(dictionary, isStream: object.stream != nil) { isLoop = true }
                values = []
                for entry in dictionary.entries where entry.key != "Parent" && entry.key != "P" { values.append(entry.value) }
            }
            for value in values {
                ReferenceIndex.forEachReference(of: value) { other in
                    if other == number { isLoop = true }
                    if reached.insert(other).inserted { numbers.append(other) }
                }
            }
        }
        loops[number] = isLoop ? 1 : 0
        return isLoop
    }

    private func isPage(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let type = try old.resolve(dictionary["Type"]).name else { return false }
        return type == "Page" || type == "Pages" || type == "Catalog"
    }

    /// Whether something draws by the resources of where it is drawn, which may lead back to it.
    private func inheritsResources(_ dictionary: PDFDictionary, isStream: Bool) throws(PDFError) -> Bool {
        guard try old.resolve(dictionary["Resources"]).isNull else { return false }
        let subtype = try old.resolve(dictionary["Subtype"]).name
        if !isStream { return subtype.map { $0 == "Type3" } ?? false }
        return dictionary["PatternType"] != nil || subtype.map { $0 == "Form" } ?? false
    }
}
