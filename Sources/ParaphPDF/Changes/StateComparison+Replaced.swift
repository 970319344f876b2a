extension StateComparison {
    /// Whether a field held what an earlier signer read, and holds something else: that is more than being filled in.
    ///
    /// What it holds from the start, what is computed from other fields and a box that was not checked are no such thing.
    func isReplaced(_ field: ComparedField) throws(PDFError) -> Bool {
        let before = try value("V", of: field.old, in: old)
        guard isAnything(before), try value("AA", of: field.old, in: old).dictionary?["C"] == nil else { return false }
        let (after, initial) = (try value("V", of: field.new, in: new), try value("DV", of: field.old, in: old))
        return !isAlike(before, after) && !isAlike(before, initial)
    }

    private func isAnything(_ value: PDFObject) -> Bool {
        switch value {
        case .string(let string): string.text.unicodeScalars.contains { !FieldLook.isSpace($0) }
        case .name(let name): name != "Off"
        case .array(let chosen): !chosen.isEmpty
        case .stream: true
        default: false
        }
    }

    private func isAlike(_ first: PDFObject, _ second: PDFObject) -> Bool {
        guard let text = first.string?.text, let other = second.string?.text else { return first == second }
        return Array(text.unicodeScalars) == Array(other.unicodeScalars)
    }

    /// An entry of a field, or what it inherits.
    private func value(_ key: StaticString, of field: PDFDictionary, in file: PDFFile) throws(PDFError) -> PDFObject {
        var field = field
        for _ in 0..<16 {
            if let own = field[key] { return try file.resolve(own) }
            guard let parent = try file.resolve(field["Parent"]).dictionary else { break }
            field = parent
        }
        return .null
    }
}
