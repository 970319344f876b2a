extension StateComparison {
    /// What a field held that an earlier signer read, and what it holds, where that is something else: that is more than being filled in.
    ///
    /// What it holds from the start, what is computed from other fields and a box that was not checked are no such thing.
    func replaced(_ field: ComparedField) throws(PDFError) -> PDFChange.Replaced? {
        let before = try value("V", of: field.old, in: old)
        guard isAnything(before), try value("AA", of: field.old, in: old).dictionary?["C"] == nil else { return nil }
        let (after, initial) = (try value("V", of: field.new, in: new), try value("DV", of: field.old, in: old))
        guard !isAlike(before, after), !isAlike(before, initial) else { return nil }
        let flags = PDFFieldFlags(rawValue: try value("Ff", of: field.old, in: old).integer ?? 0)
        let isText = try value("FT", of: field.old, in: old).name.map { $0 == "Tx" } ?? false
        return isText && flags.contains(.password) ? .init(before: nil, after: nil) : .init(before: told(before), after: told(after))
    }

    /// A value as people are told of it, where it is text of their length.
    private func told(_ value: PDFObject) -> String? {
        if value.isNull { return "" }
        guard let string = value.string, string.bytes.count <= PDFChange.Replaced.longest else { return nil }
        return string.text
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
