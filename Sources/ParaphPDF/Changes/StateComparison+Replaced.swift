extension StateComparison {
    /// What a field held or showed that an earlier signer read, and what it holds, where it holds or shows something else: that is more than being
    /// filled in.
    ///
    /// What the author says excuses nothing of it: a default value is read as any other, and so is one that a script computes, but beside what it is
    /// computed of (``settleComputed()``).
    func replaced(_ field: ComparedField, isDrawn: Bool) throws(PDFError) -> PDFChange.Replaced? {
        let (before, after) = (try held(field.old, in: old), try held(field.new, in: new))
        let type = try old.resolve(field.old["FT"] ?? field.node["FT"]).name
        if Self.isAnything(before), !isAlike(before, after) {
            let flags = PDFFieldFlags(rawValue: try value("Ff", of: field.old, in: old).integer ?? 0)
            // A box has no text, and a password stays a secret.
            let isUntold = type.map { $0 == "Btn" || $0 == "Tx" && flags.contains(.password) } ?? false
            return isUntold ? .init(before: nil, after: nil) : .init(before: told(before), after: told(after))
        }
        return try isShownAnew(field, type, after, isDrawn: isDrawn) ? .init(before: nil, after: nil) : nil
    }

    /// Whether a number was replaced that the author has a script compute of others.
    func isComputed(_ field: ComparedField, _ replaced: PDFChange.Replaced?) throws(PDFError) -> Bool {
        guard let replaced, let before = replaced.before, let after = replaced.after, FormattedNumber(FieldLook.letters(of: before)) != nil,
            FormattedNumber(FieldLook.letters(of: after)) != nil
        else { return false }
        let script = try old.resolve(old.resolve(value("AA", of: field.old, in: old)).dictionary?["C"]).dictionary
        guard let kind = try old.resolve(script?["S"]).name, kind == "JavaScript" else { return false }
        let order = try old.resolve(old.form()?["CO"]).array ?? []
        return order.contains { element in
            guard let reference = element.reference else { return false }
            return reference == field.reference || reference == field.old["Parent"]?.reference
        }
    }

    /// A value as people are told of it, where it is text of their length.
    private func told(_ value: PDFObject) -> String? {
        if value.isNull { return "" }
        guard let string = value.string, string.bytes.count <= PDFChange.Replaced.longest else { return nil }
        return string.text
    }

    /// Whether a field that held nothing else showed something, and shows something else.
    private func isShownAnew(_ field: ComparedField, _ type: PDFName?, _ after: PDFObject, isDrawn: Bool) throws(PDFError) -> Bool {
        if let type, type == "Btn" { return try isShownAnew(button: field, isDrawn: isDrawn) }
        guard isDrawn, field.old["Rect"] != nil else { return false }
        // It showed what it held, or nothing, or what it holds now.
        var widget = field.old
        for step in 0..<3 {
            if step > 0 { widget["V"] = step == 1 ? .string(PDFString([])) : after }
            if try Self.shows(widget, field.reference, field.node, in: old) { return false }
        }
        return true
    }

    /// Whether a button was seen to be on, or showed more than a box, and shows something else.
    private func isShownAnew(button field: ComparedField, isDrawn: Bool) throws(PDFError) -> Bool {
        let (state, later) = (
            try old.resolve(field.old["AS"]).name ?? PDFName("Off"), try new.resolve(field.new["AS"]).name ?? PDFName("Off")
        )
        guard state != later || isDrawn else { return false }
        let isOff = state == "Off"
        if state != later, !isOff { return true }
        guard let place = try old.rectangle(field.old["Rect"]), let shown = try picture(field.old, state, place, in: old) else {
            return false
        }
        if shown.isCut || shown.has(.image, .shading) || Self.letters(in: shown) > 1 { return true }
        guard isOff, hasMark(shown, place, band: 2.5) else { return false }
        // Round ones have lines about their middle: what was there stays, and a mark comes.
        let marks = try picture(field.new, later, place, in: new)?.marks ?? []
        return !shown.marks.allSatisfy { mark in marks.contains { $0.kind == mark.kind && $0.box == mark.box } }
    }

    private func picture(_ field: PDFDictionary, _ state: PDFName, _ place: PDFRectangle, in file: PDFFile) throws(PDFError)
        -> ContentSummary?
    {
        guard case .dictionary(let states) = try file.normalLook(of: field) else { return nil }
        return try file.drawing(states[state], in: place)
    }

    /// What a field holds, or inherits; of a choice the numbers of what is chosen, where it is nowhere said.
    private func held(_ field: PDFDictionary, in file: PDFFile) throws(PDFError) -> PDFObject {
        for key in ["V", "I"] as [StaticString] {
            let value = try value(key, of: field, in: file)
            if Self.isAnything(value) { return value }
        }
        return .null
    }

    private static func isAnything(_ value: PDFObject) -> Bool {
        switch value {
        case .null: false
        case .string(let string): saysAnything(string.text)
        case .name(let name): name != "Off"
        case .array(let chosen): !chosen.isEmpty
        default: true
        }
    }

    /// Whether a text says more than a line to write on does, or how a date is to be written, such as "dd.mm.yyyy".
    private static func saysAnything(_ text: String) -> Bool {
        var (parts, last, count, isDash): (Int, UInt32, Int, Bool) = (0, 0, 0, false)
        // But for the point that ends the last part.
        var (strokes, points) = (0, -1)
        for letter in FieldLook.letters(of: text) + ["."] {
            let value = letter.value
            // Of - . / : _ and the ellipsis.
            if (0x2D...0x2F).contains(value) || value == 0x3A || value == 0x5F || value == 0x2026 {
                if value == 0x2D { isDash = true }
                if value == 0x2F { strokes += 1 }
                if value == 0x2E { points += 1 }
                if count == 1 { return true }
                count = 0
            } else {
                if !isOfDate(value) || (value == last) == (count == 0) { return true }
                if count == 0 { parts += 1 }
                (last, count) = (value, count + 1)
            }
        }
        if parts > 0 { return parts != 3 }
        // A dash alone says that there is none, and so do ./. and more strokes than a date has.
        return isDash || strokes > 2 || strokes > 0 && points > 0 && points <= strokes + 1
    }

    /// Whether a letter says how a date is to be written: D, M, Y, J, A, T, and the Russian ones for day, month and year.
    private static func isOfDate(_ value: UInt32) -> Bool {
        switch value {
        case 0x41, 0x44, 0x4A, 0x4D, 0x54, 0x59, 0x61, 0x64, 0x6A, 0x6D, 0x74, 0x79: true
        case 0x413, 0x414, 0x41C, 0x433, 0x434, 0x43C: true
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
