extension StateComparison {
    /// Compares the document catalogs (ISO 32000-2, 7.7.2) and what is known of what they lead to.
    func compareCatalogs() throws(PDFError) {
        guard let before = try old.catalog(), let after = try new.catalog() else {
            add(Finding(.root, "The file leads to no document", .never))
            return
        }
        judge(old.trailer["Root"]?.reference?.number, as: .catalog)
        for key in keys(before, after) {
            let (first, second) = (before[key], after[key])
            if key == "AcroForm" {
                try compareForms(first, second)
                continue
            }
            if try isSame(key, before, after), !isChanged(first) { continue }
            if key == "DSS" || key == "Extensions" || key == "Metadata" || key == "Version" || key == "StructTreeRoot" || key == "Perms" {
                try compareKnown(key, first, second)
            } else if try !isSame(key, before, after) {
                addCatalogFinding(key)
            }
        }
        for (key, role, kind, text) in [
            (PDFName("DSS"), ObjectRole.validation, PDFChange.Kind.validationData, "Validation data were changed" as StaticString),
            (PDFName("Extensions"), .extensions, .extensions, "The list of extensions was changed"),
        ] { try judgeBelow(before[key], after[key], as: role, kind, text) }
    }

    private func compareKnown(_ key: PDFName, _ first: PDFObject?, _ second: PDFObject?) throws(PDFError) {
        if key == "DSS" {
            if second == nil {
                // Without it the signature cannot be judged once the certificates are gone.
                add(Finding(.validationData, "Validation data were removed", .never))
            } else {
                add(Finding(.validationData, first == nil ? "Validation data were added" : "Validation data were changed", .nothing))
            }
        } else if key == "Extensions" {
            add(Finding(.extensions, "The list of extensions was changed", .nothing))
        } else if key == "Metadata" {
            add(Finding(.metadata, "The metadata were changed", .nothing))
            if try new.resolve(second).stream != nil || second == nil { judge(first?.reference?.number, as: .metadata) }
        } else if key == "Version" {
            let isSeen = try isVersionSeen(first, second)
            add(Finding(.extensions, "The version of the format was changed", .nothing, isSuspicious: isSeen))
        } else if key == "Perms" {
            // A certification that comes later is odd, one that goes or changes is an attack.
            let (earlier, later) = (try old.resolve(first), try new.resolve(second))
            let isAddition = earlier.isNull && later.dictionary != nil
            add(
                Finding(
                    .certification,
                    "The permissions of a certification were changed",
                    isAddition ? .filling : .never,
                    isSuspicious: true
                )
            )
        } else if first?.reference != second?.reference || first?.reference == nil {
            try compareStructure(old.resolve(first), new.resolve(second))
        }
    }

    /// Whether a reader might draw by another version of the format: an unknown one, or one of before 1.4, without transparency, that is later than the
    /// header's and earlier than it was.
    ///
    /// Programs write the version that they need, whatever stood there, and the header's counts where it is later (ISO 32000-2, 7.7.2).
    private func isVersionSeen(_ first: PDFObject?, _ second: PDFObject?) throws(PDFError) -> Bool {
        let (before, after) = (try old.resolve(first), try new.resolve(second))
        let header = old.headerVersion
        guard let later = after.isNull ? header : after.name.flatMap(Self.version) else { return true }
        return later < 14 && later > header && later < before.name.flatMap(Self.version) ?? header
    }

    /// A version that there is, such as 17 for 1.7.
    private static func version(_ name: PDFName) -> Int? {
        let known: [(StaticString, Int)] = [
            ("1.0", 10), ("1.1", 11), ("1.2", 12), ("1.3", 13), ("1.4", 14), ("1.5", 15), ("1.6", 16), ("1.7", 17), ("2.0", 20),
        ]
        return known.first { name == $0.0 }?.1
    }

    private func addCatalogFinding(_ key: PDFName) {
        if key == "OCProperties" {
            add(Finding(.optionalContent, "What layers show was changed", .never))
        } else if key == "OpenAction" || key == "AA" {
            add(Finding(.action, "Actions that opening the file starts were changed", .never))
        } else if key == "Pages" {
            add(Finding(.pages, "The pages were changed", .never))
        } else {
            add(Finding(.catalog, "The document's entry \(key) was changed", .never))
        }
    }

    /// Judges what lies below an entry that may change as it likes.
    private func judgeBelow(_ first: PDFObject?, _ second: PDFObject?, as role: ObjectRole, _ kind: PDFChange.Kind, _ text: StaticString)
        throws(PDFError)
    {
        var wasChanged = false
        var stack: [(object: PDFObject, depth: Int)] = [(first ?? .null, 0)]
        var seen: Set<Int> = []
        while let (object, depth) = stack.popLast() {
            try old.budget.spend(2)
            guard depth < 12 else { continue }
            switch object {
            case .reference(let reference):
                guard seen.insert(reference.number).inserted else { continue }
                if changed[reference.number] != nil {
                    judge(reference.number, as: role)
                    wasChanged = true
                }
                stack.append((try old.object(reference), depth + 1))
            case .array(let elements): for element in elements { stack.append((element, depth + 1)) }
            case .dictionary(let dictionary): for entry in dictionary.entries { stack.append((entry.value, depth + 1)) }
            default: break
            }
        }
        if wasChanged, !findings.contains(where: { $0.kind == kind }) { add(Finding(kind, "\(text)", .nothing)) }
    }
}
