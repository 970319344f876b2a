extension StateComparison {
    /// Judges what shows a field or an annotation (ISO 32000-2, 12.5.5): says whether it was changed, and marks what it is made of.
    func compareAppearances(_ field: ComparedField) throws(PDFError) -> Bool {
        let isDrawn = try compareAppearances(field.old["AP"], field.new["AP"])
        // One that something unknown uses too was prepared for more than to be replaced.
        if isDrawn, let shared = field.old["AP"]?.reference?.number, (index?.holders(of: shared).count ?? 0) > 1 {
            add(finding(.appearance, "A field no longer shows what it shared with something else", field, isSuspicious: true))
        }
        return isDrawn
    }

    func compareAppearances(_ before: PDFObject?, _ after: PDFObject?) throws(PDFError) -> Bool {
        var isDrawn = try !isSame(before, after)
        guard let dictionary = try old.resolve(before).dictionary else { return isDrawn }
        func mark(_ object: PDFObject?, _ role: ObjectRole) {
            guard isChanged(object) else { return }
            judge(object?.reference?.number, as: role)
            isDrawn = true
        }
        mark(before, .appearances)
        for key in ["N", "R", "D"] as [StaticString] {
            mark(dictionary[key], .states)
            let value = try old.resolve(dictionary[key])
            guard case .dictionary(let states) = value else { continue }
            for state in states.entries.prefix(1000) { mark(state.value, .appearance) }
        }
        return isDrawn
    }

    /// What an annotation shows: its normal appearance, in the state that it has.
    func normalAppearance(of annotation: PDFDictionary, in file: PDFFile) throws(PDFError) -> PDFStream? {
        let normal = try file.resolve(file.resolve(annotation["AP"]).dictionary?["N"])
        if let stream = normal.stream { return stream }
        guard let states = normal.dictionary, let state = try file.resolve(annotation["AS"]).name else { return nil }
        return try file.resolve(states[state]).stream
    }

    /// What is wrong with how a field that was filled in looks, if anything is.
    func appearanceProblem(_ field: ComparedField, isDrawn: Bool) throws(PDFError) -> (kind: PDFChange.Kind, detail: String)? {
        guard let type = try new.resolve(field.inherited("FT")).name else { return (.appearance, "A field of no type was changed") }
        let kids = try new.resolve(field.new["Kids"]).array ?? []
        // Widgets below are judged for themselves.
        if !kids.isEmpty, field.new["Rect"] == nil { return nil }
        if type == "Btn" { return try buttonProblem(field, isDrawn: isDrawn) }
        guard type == "Tx" || type == "Ch" else { return (.appearance, "A field of an unknown type was changed") }
        let value = try new.resolve(new.resolve(field.new["V"]).isNull ? inheritedValue(field) : field.new["V"])
        var wanted = value.string?.text ?? ""
        if value.stream != nil || value.array != nil { return isDrawn ? nil : (.appearance, "What a field shows was not drawn anew") }
        if type == "Ch" { wanted = try displayed(wanted, field) }
        guard let stream = try normalAppearance(of: field.new, in: new) else {
            // Nothing is shown, or it is drawn by whoever opens the file.
            let isDrawnLater = try new.resolve(new.form()?["NeedAppearances"]).boolean ?? false
            return wanted.isEmpty || isDrawnLater ? nil : (.appearance, "A field holds text that it does not show")
        }
        let content = try ContentSummary(of: stream, in: new)
        if content.hasEmbeddedNewFont(knownTo: first) { return (.font, "A field is shown with a font of its own") }
        if !content.images.isEmpty || content.hasShading { return (.appearance, "A field shows a picture instead of its text") }
        let flags = try new.resolve(field.inherited("Ff")).integer ?? 0
        let isList = type == "Ch" && flags & 1 << 17 == 0
        let isPassword = type == "Tx" && flags & 1 << 13 != 0
        guard let shown = content.plainText, !isPassword else { return nil }
        let isFormatted = try new.resolve(field.inherited("AA")).dictionary != nil
        return Self.matches(shown, wanted, isList: isList, isFormatted: isFormatted)
            ? nil : (.appearance, "A field shows other text than it holds")
    }

    private func inheritedValue(_ field: ComparedField) throws(PDFError) -> PDFObject? {
        guard let parent = try new.resolve(field.new["Parent"]).dictionary else { return nil }
        return parent["V"] ?? field.node["V"]
    }

    /// What stands for a choice (12.7.5.4).
    private func displayed(_ value: String, _ field: ComparedField) throws(PDFError) -> String {
        let wanted = Array(value.utf8)
        for option in (try new.resolve(field.inherited("Opt")).array ?? []).prefix(10_000) {
            guard let pair = try new.resolve(option).array, pair.count == 2 else { continue }
            guard let export = try new.resolve(pair[0]).string?.text, Array(export.utf8) == wanted else { continue }
            return try new.resolve(pair[1]).string?.text ?? value
        }
        return value
    }

    private static func matches(_ shown: [UInt8], _ wanted: String, isList: Bool, isFormatted: Bool) -> Bool {
        func plain(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 > 32 && $0 != 0x7F && $0 != 0xA0 } }
        let (left, right) = (plain(shown), plain(latin(wanted)))
        if isList { return right.isEmpty || contains(left, right) }
        // A script may add separators and units, but changes no digit or letter.
        guard isFormatted else { return left == right }
        func essence(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { ($0 >= 48 && $0 <= 57) || ($0 | 32 >= 97 && $0 | 32 <= 122) } }
        let (first, second) = (essence(left), essence(right))
        return first == second || contains(first, second) && first.count <= second.count + 6
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
        for start in 0...(text.count - part.count) where text[start..<start + part.count].elementsEqual(part) { return true }
        return false
    }

    /// The characters as fonts of Latin letters number them; others give a byte that no comparison keeps equal.
    private static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return UInt8(truncatingIfNeeded: scalar.value) }
            switch scalar.value {
            case 0x20AC: return 0x80
            case 0x2018: return 0x91
            case 0x2019: return 0x92
            case 0x201C: return 0x93
            case 0x201D: return 0x94
            case 0x2022: return 0x95
            case 0x2013: return 0x96
            case 0x2014: return 0x97
            case 0x2026: return 0x85
            case 0x152: return 0x8C
            case 0x153: return 0x9C
            default: return 0x7E
            }
        }
    }

    private func buttonProblem(_ field: ComparedField, isDrawn: Bool) throws(PDFError) -> (kind: PDFChange.Kind, detail: String)? {
        let states = try new.resolve(new.resolve(field.new["AP"]).dictionary?["N"])
        if let state = try new.resolve(field.new["AS"]).name, state != "Off" {
            if case .dictionary(let names) = states, names[state] == nil {
                return (.appearance, "A button has a state that it cannot show")
            }
            let inherited = try inheritedValue(field)
            if let value = try new.resolve(field.new["V"] ?? inherited).name, value != state, field.new["Kids"] == nil {
                return (.appearance, "A button shows another state than it has")
            }
        }
        guard isDrawn else { return nil }
        var streams: [PDFStream] = states.stream.map { [$0] } ?? []
        if case .dictionary(let names) = states {
            for entry in names.entries.prefix(100) { if let stream = try new.resolve(entry.value).stream { streams.append(stream) } }
        }
        for stream in streams {
            let content = try ContentSummary(of: stream, in: new)
            if content.hasEmbeddedNewFont(knownTo: first) { return (.font, "A button is shown with a font of its own") }
            if !content.images.isEmpty || content.hasShading || content.textLength > 2 {
                return (.appearance, "A button was given another look")
            }
        }
        return nil
    }
}
