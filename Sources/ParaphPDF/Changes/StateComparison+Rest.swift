extension StateComparison {
    /// Judges every object that changed and that nothing has explained yet, and checks that what was explained serves nothing else.
    func explainTheRest() throws(PDFError) {
        guard let index else { return }
        try checkOwners(index)
        for number in changed.keys.sorted() {
            try old.budget.spend(8)
            guard let pair = changed[number] else { continue }
            let holders = index.holders(of: number)
            if let role = judged[number] {
                try checkUse(number, role, holders)
                continue
            }
            if pair.old.isNull, holders.isEmpty { continue }
            if pair.new.isNull, !isContainer(pair.old), try isLetGo(number, by: holders) { continue }
            if case .dictionary(let before) = pair.old, case .dictionary(let after) = pair.new, try isAnnotation(before) {
                try compareAnnotation(number, before, after)
                try checkUse(number, .annotation, holders)
                continue
            }
            if try compareAppearanceOfAnnotation(number, holders) { continue }
            if try isStructure(number, pair.old) {
                judge(number, as: .structure)
                try compareStructure(pair.old, pair.new)
                try checkUse(number, .structure, holders)
                continue
            }
            if try isOldSection(pair.old), holders.isEmpty { continue }
            if try isSameNode(number, pair.old, pair.new) { continue }
            try addUnexplained(number, pair, holders)
        }
    }

    /// Whether all that referred to an object were written anew, and judged, and refer to it no more.
    private func isLetGo(_ number: Int, by holders: [Int]) throws(PDFError) -> Bool {
        for holder in holders {
            guard let later = changed[holder]?.new else { return false }
            var isHeld = false
            ReferenceIndex.forEachReference(of: later) { target in
                if target == number { isHeld = true }
            }
            try old.budget.spend(8)
            if isHeld { return false }
        }
        return true
    }

    private func isAnnotation(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard dictionary["Rect"] != nil, try old.resolve(dictionary["Subtype"]).name != nil else { return false }
        return try old.resolve(dictionary["Type"]).name.map { $0 == "Annot" } ?? true
    }

    private func isContainer(_ object: PDFObject) -> Bool { object.stream?.dictionary["Type"]?.name.map { $0 == "ObjStm" } ?? false }

    private func isOldSection(_ object: PDFObject) throws(PDFError) -> Bool {
        object.stream?.dictionary["Type"]?.name.map { $0 == "XRef" } ?? false
    }

    /// An appearance, or its dictionary, that an annotation has which itself was not written anew.
    private func compareAppearanceOfAnnotation(_ number: Int, _ holders: [Int]) throws(PDFError) -> Bool {
        var owner = holders
        var levels = 0
        while levels < 3, owner.count == 1, let holder = owner.first, holder > 0, changed[holder] == nil {
            let above = try old.object(PDFReference(holder))
            if case .dictionary(let annotation) = above, try isAnnotation(annotation), annotation["AP"] != nil,
                !knownFields.contains(holder)
            {
                let isDrawn = try compareAppearances(annotation["AP"], new.object(PDFReference(holder)).dictionary?["AP"])
                guard isDrawn, judged[number] != nil else { return false }
                try checkUse(number, judged[number] ?? .appearance, holders)
                try compareAnnotation(holder, annotation, annotation)
                return true
            }
            guard case .dictionary = above else { return false }
            owner = index?.holders(of: holder) ?? []
            levels += 1
        }
        return false
    }

    /// Whether an object serves only what its change was judged as.
    private func checkUse(_ number: Int, _ role: ObjectRole, _ holders: [Int]) throws(PDFError) {
        switch role {
        case .catalog, .form:
            if try !isLedTo(number, only: role, by: holders) { addShared(number) }
            return
        // Outlines, actions and much else refer to these, and that means nothing.
        case .field, .page:
            if try isDrawn(through: number) { addShared(number) }
            return
        case .annotation, .structure: if try isDrawn(through: number) { return addShared(number) }
        case .appearances, .states, .appearance: if try isDrawn(through: number, asAppearance: true) { return addShared(number) }
        case .resources: if try addsOnlyUnasked(number, holders) { return }
        default: break
        }
        for holder in holders {
            try old.budget.spend(8)
            if holder == 0 {
                guard role == .information, old.trailer["Info"]?.reference?.number == number else { return addShared(number) }
                continue
            }
            let above = try old.object(PDFReference(holder))
            // A cross-reference stream is a trailer too.
            if role == .information, try isOldSection(above), above.dictionary?["Info"]?.reference?.number == number { continue }
            guard let start = try self.role(of: holder, above) else {
                // Outlines lead to elements of the structure, and nothing of it is drawn.
                if role == .structure { continue }
                guard try !isReached(holder) else { return addShared(number) }
                continue
            }
            var (isFine, isFound) = (true, false)
            walk(above, start) { reference, found in
                guard reference.number == number else { return }
                isFound = true
                if !(found.map { role.fits($0) } ?? false) { isFine = false }
            }
            if !isFine || !isFound { return addShared(number) }
        }
    }

    /// Checks that the catalog and the form are nothing else, for what they lead to is judged by that.
    private func checkOwners(_ index: ReferenceIndex) throws(PDFError) {
        guard !changed.isEmpty else { return }
        for (reference, role) in [(old.trailer["Root"]?.reference, ObjectRole.catalog), (try old.catalog()?["AcroForm"]?.reference, .form)]
        {
            guard let number = reference?.number, changed[number] == nil else { continue }
            if try !isLedTo(number, only: role, by: index.holders(of: number)) { addShared(number) }
        }
    }

    /// Whether nothing refers to the catalog or the form but the trailer, the catalog, and signatures, which may name what they sign.
    private func isLedTo(_ number: Int, only role: ObjectRole, by holders: [Int]) throws(PDFError) -> Bool {
        for holder in holders where holder > 0 {
            try old.budget.spend(8)
            let above = try old.object(PDFReference(holder))
            if role == .catalog, try isOldSection(above) { continue }
            if role == .form, old.trailer["Root"]?.reference?.number == holder {
                var isElsewhere = false
                for entry in above.dictionary?.entries ?? [] where !(entry.key == "AcroForm") {
                    ReferenceIndex.forEachReference(of: entry.value) { if $0 == number { isElsewhere = true } }
                }
                if isElsewhere { return false }
                continue
            }
            guard above.dictionary?.isSignature ?? false, try !isDrawn(through: number) else { return false }
        }
        return true
    }

    private func addShared(_ number: Int) {
        add(Finding(.object, "Object \(number), which serves more than one purpose, or what it leads to was changed", .never))
    }

    /// What an object is for in the old state; nil where that is not known.
    private func role(of number: Int, _ object: PDFObject, depth: Int = 0) throws(PDFError) -> ObjectRole? {
        if let known = judged[number] ?? roles[number] { return known }
        guard depth < 8 else { return nil }
        let found = try findRole(of: number, object, depth: depth)
        if let found { roles[number] = found }
        return found
    }

    private func findRole(of number: Int, _ object: PDFObject, depth: Int) throws(PDFError) -> ObjectRole? {
        if old.trailer["Root"]?.reference?.number == number { return .catalog }
        if try old.catalog()?["AcroForm"]?.reference?.number == number { return .form }
        if knownFields.contains(number) { return .field }
        guard let index else { return nil }
        if case .dictionary(let dictionary) = object {
            if try old.resolve(dictionary["Type"]).name.map({ $0 == "Page" }) ?? false { return .page }
            if try isAnnotation(dictionary) { return .annotation }
            if try isStructure(number, object) { return .structure }
        }
        // Lists of fields and annotations, appearances and their states: by who holds them.
        var result: ObjectRole?
        for holder in index.holders(of: number) where holder > 0 {
            let above = try old.object(PDFReference(holder))
            var start: ObjectRole?
            if knownFields.contains(holder) {
                start = .field
            } else if old.trailer["Root"]?.reference?.number == holder {
                start = .catalog
            } else if try old.catalog()?["AcroForm"]?.reference?.number == holder {
                start = .form
            } else if let dictionary = above.dictionary {
                if try isAnnotation(dictionary) { start = .annotation }
                if try old.resolve(dictionary["Type"]).name.map({ $0 == "Page" }) ?? false { start = .page }
                if start == nil, let known = judged[holder] { start = known }
                if start == nil, dictionary["N"] != nil, dictionary["Type"] == nil { start = .appearances }
            }
            if start == nil { start = try role(of: holder, above, depth: depth + 1) }
            guard let start else { return nil }
            walk(above, start) { reference, found in
                guard reference.number == number else { return }
                result = found
            }
            if result == nil { return nil }
        }
        return result
    }

    /// Every reference of an object, with what it leads to.
    private func walk(_ object: PDFObject, _ role: ObjectRole?, _ body: (PDFReference, ObjectRole?) -> Void) {
        switch object {
        case .reference(let reference): body(reference, role)
        case .array(let elements): for element in elements { walk(element, role?.element, body) }
        case .dictionary(let dictionary): for entry in dictionary.entries { walk(entry.value, role?.step(entry.key), body) }
        case .stream(let stream): for entry in stream.dictionary.entries { walk(entry.value, role?.step(entry.key), body) }
        default: break
        }
    }

    private func addUnexplained(_ number: Int, _ pair: (old: PDFObject, new: PDFObject), _ holders: [Int]) throws(PDFError) {
        if pair.old.isNull {
            return add(Finding(.hiddenObject, "Object \(number), which was missing when it was signed, is there now", .never))
        }
        if isContainer(pair.old) { return add(Finding(.crossReference, "A stream of objects was replaced", .never)) }
        if try wasInformation(number, pair.new, holders) {
            return add(Finding(.metadata, "What the file says of itself was changed", .nothing))
        }
        if holders.isEmpty {
            return add(
                Finding(
                    .hiddenObject,
                    "Object \(number), which nothing used when it was signed, was replaced",
                    .nothing,
                    isSuspicious: true
                )
            )
        }
        let dictionary = pair.old.dictionary ?? PDFDictionary()
        let type = try old.resolve(dictionary["Type"]).name
        let subtype = try old.resolve(dictionary["Subtype"]).name
        if dictionary.isSignature { return add(Finding(.signature, "A signature was changed or removed", .never)) }
        if type.map({ $0 == "Pages" }) ?? false || (dictionary["Kids"] != nil && dictionary["Count"] != nil) {
            return add(Finding(.pages, try pageText(), .never))
        }
        if type.map({ $0 == "Page" }) ?? false {
            return add(Finding(.pages, "A page was removed", .never, page: self.index(ofPage: number)))
        }
        if type.map({ $0 == "Font" || $0 == "FontDescriptor" }) ?? false { return add(Finding(.font, "A font was changed", .never)) }
        if type.map({ $0 == "OCG" || $0 == "OCMD" }) ?? false {
            return add(Finding(.optionalContent, "What a layer shows was changed", .never))
        }
        if type.map({ $0 == "Action" }) ?? false || dictionary["JS"] != nil {
            return add(Finding(.action, "An action was changed", .never))
        }
        if subtype.map({ $0 == "Image" || $0 == "Form" }) ?? false {
            return add(Finding(.pageResources, "A picture or drawing that a page uses was changed", .never))
        }
        for holder in holders where holder > 0 {
            guard let page = try old.object(PDFReference(holder)).dictionary else { continue }
            let isContent =
                page["Contents"]?.reference?.number == number
                || (page["Contents"]?.array?.contains { $0.reference?.number == number } ?? false)
            if isContent { return add(Finding(.pageContent, "What a page shows was changed", .never, page: self.index(ofPage: holder))) }
            if page["Resources"]?.reference?.number == number {
                return add(Finding(.pageResources, "What a page is drawn with was changed", .never, page: self.index(ofPage: holder)))
            }
        }
        add(Finding(.object, "Object \(number) was changed", .never))
    }

    /// Whether an object is what the file said of itself when it was signed, and still holds nothing but texts.
    ///
    /// Some programs leave it out of the trailer, and later ones write it again. Nothing may refer to it but cross-reference streams, which are trailers of before.
    private func wasInformation(_ number: Int, _ later: PDFObject, _ holders: [Int]) throws(PDFError) -> Bool {
        guard first.trailer["Info"]?.reference?.number == number, case .dictionary(let dictionary) = later else { return false }
        guard dictionary.entries.allSatisfy({ $0.value.string != nil || $0.value.name != nil }) else { return false }
        for holder in holders {
            try old.budget.spend(8)
            guard holder > 0 else { return false }
            let above = try old.object(PDFReference(holder))
            guard try isOldSection(above), let section = above.stream?.dictionary else { return false }
            for entry in section.entries where !(entry.key == "Info") {
                var isHeld = false
                ReferenceIndex.forEachReference(of: entry.value) { if $0 == number { isHeld = true } }
                if isHeld { return false }
            }
        }
        return true
    }

    /// What happened to the tree of pages.
    private func pageText() throws(PDFError) -> String {
        let (before, after) = (try old.pages().map { $0.reference }, try new.pages().map { $0.reference })
        if before == after { return "What pages inherit was changed" }
        if before.count != after.count { return "There were \(before.count) pages, and now there are \(after.count)" }
        return "Pages were replaced or put in another order"
    }
}
