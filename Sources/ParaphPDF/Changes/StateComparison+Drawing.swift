/// What draws in the old state, by where it stands and not by what it calls itself.
struct DrawingOwners {
    var pages: Set<Int> = []
    /// The nodes of the tree of pages.
    var nodes: Set<Int> = []
    var annotations: Set<Int> = []
    var form: Int?
    var catalog: Int?
}

extension StateComparison {
    /// Whether the drawing of a page, an annotation or a field of the old state goes through an object, however many others lie between.
    ///
    /// What serves two purposes can be prepared: its change is judged as that of a field, and what the page shows changes with it. Where an
    /// object stands decides, for anybody can write /Type. Complexity: O(objects that lead to it).
    func isDrawn(through number: Int, asAppearance isAppearance: Bool = false) throws(PDFError) -> Bool {
        guard let index else { return true }
        let owners = try drawingOwners()
        var stack = [number]
        var seen: Set<Int> = [number]
        while let next = stack.popLast() {
            for holder in index.holders(of: next) where holder > 0 {
                try old.budget.spend(8)
                let isField = knownFields.contains(holder) || owners.annotations.contains(holder)
                let isKnown = isField || owners.pages.contains(holder) || owners.nodes.contains(holder) || holder == owners.form
                // An annotation can be a dictionary of resources too; pages, whose lists are arrays, cannot, and the catalog and the form are checked.
                if isField || !(isKnown || holder == owners.catalog), seen.insert(holder).inserted { stack.append(holder) }
                guard isKnown || holder == owners.catalog else { continue }
                guard let dictionary = try old.object(PDFReference(holder)).dictionary else { return true }
                for entry in dictionary.entries {
                    var isHeld = false
                    ReferenceIndex.forEachReference(of: entry.value) { if $0 == next { isHeld = true } }
                    guard isHeld, !(isAppearance && isField && entry.key == "AP") else { continue }
                    if holder == owners.catalog {
                        if entry.key == "OCProperties" || entry.key == "OutputIntents" { return true }
                    } else if !Self.isDrawnByNobody(entry.key) {
                        return true
                    }
                }
            }
        }
        return false
    }

    /// Whether the trailer leads to an object of the old state; what it does not lead to is nothing but left over.
    ///
    /// Complexity: O(objects that lead to it).
    func isReached(_ number: Int) throws(PDFError) -> Bool {
        guard let index else { return true }
        var stack = [number]
        var seen: Set<Int> = [number]
        while let next = stack.popLast() {
            for holder in index.holders(of: next) {
                try old.budget.spend(4)
                if holder == 0 { return true }
                if seen.insert(holder).inserted { stack.append(holder) }
            }
        }
        return false
    }

    /// Whether an entry of a page, a node, an annotation, a field or the form leads to nothing that is drawn (ISO 32000-2, tables 30, 31, 166, 224 and 226).
    private static func isDrawnByNobody(_ key: PDFName) -> Bool {
        let known: [StaticString] = [
            "Parent", "Kids", "Annots", "P", "Popup", "IRT", "A", "AA", "PA", "Dest", "V", "DV", "RV", "Lock", "SV", "Opt", "FS", "Sound",
            "Fields",
            "CO", "XFA", "B", "PieceInfo", "Metadata", "AF", "VP", "DPart", "PresSteps", "Trans", "TemplateInstantiated",
        ]
        return known.contains { key == $0 }
    }

    func drawingOwners() throws(PDFError) -> DrawingOwners {
        if let owners { return owners }
        var found = DrawingOwners()
        found.catalog = old.trailer["Root"]?.reference?.number
        found.form = try old.catalog()?["AcroForm"]?.reference?.number
        for page in try old.pages() {
            try old.budget.spend(8)
            if let number = page.reference?.number { found.pages.insert(number) }
            for element in try old.resolve(page.dictionary["Annots"]).array ?? [] {
                if let number = element.reference?.number { found.annotations.insert(number) }
            }
            var node = page.dictionary["Parent"]?.reference
            while let reference = node, found.nodes.insert(reference.number).inserted {
                node = try old.object(reference).dictionary?["Parent"]?.reference
            }
        }
        owners = found
        return found
    }
}
