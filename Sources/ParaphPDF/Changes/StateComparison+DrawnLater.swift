extension StateComparison {
    /// What stands in the way of readers that set a value by themselves, in the form's font.
    func laterProblem(_ field: ComparedField, _ wanted: [String], isChoice: Bool) throws(PDFError) -> FieldLook.Problem? {
        let form = try new.form()
        let style = DefaultAppearance(try new.resolve(field.inherited("DA") ?? form?["DA"]).string?.bytes ?? [])
        if let colour = style.shownColour, colour.isFaint { return (.appearance, "A field's text is set in a colour that is not seen") }
        let flags = PDFFieldFlags(rawValue: try new.resolve(field.inherited("Ff")).integer ?? 0)
        let isBlock = !isChoice && flags.contains(.multiline)
        for text in wanted where !Self.isSetPlainly(text, isBlock: isBlock) {
            return (.appearance, "A field holds blanks or signs that readers set in different ways")
        }
        let fonts = try new.resolve(new.resolve(form?["DR"]).dictionary?["Font"]).dictionary
        let font = style.font.flatMap { fonts?[$0] }
        if style.size > 0, let place = try new.rectangle(field.new["Rect"]) {
            let turn = try new.resolve(new.resolve(field.new["MK"]).dictionary?["R"]).integer ?? 0
            let (width, height) = turn % 180 == 0 ? (place.width, place.height) : (place.height, place.width)
            let name = try new.resolve(new.resolve(font).dictionary?["BaseFont"]).name
            let known = name.flatMap { StandardFont($0) } ?? .helvetica
            let isLine = !isBlock && (!isChoice || flags.contains(.combo))
            let longest = isLine ? wanted.map { Self.width(of: $0, in: known) * style.size }.max() ?? 0 : 0
            guard style.size >= 2, style.size <= height, longest <= width else {
                return (.appearance, "A field's text is set too large or too small to be seen")
            }
        }
        guard let font else { return nil }
        return try new.isPlain(fieldFont: font) ? nil : (.font, "A field is set in a font that may show other letters")
    }

    /// Whether a value has only what each reader sets as it is: no signs that end it or start lines, and no blanks that push it out of sight.
    private static func isSetPlainly(_ text: String, isBlock: Bool) -> Bool {
        var (blanks, ends) = (0, 0)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0: blanks += 1
            case 9 where isBlock: blanks += 1
            case 10 where isBlock, 13 where isBlock: ends += 1
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: return false
            default: (blanks, ends) = (0, 0)
            }
            // A line that ends by two signs, and an empty one.
            if blanks > 2 || ends > 4 { return false }
        }
        return true
    }

    /// How wide a text is as one line, as a part of its size.
    private static func width(of text: String, in font: StandardFont) -> Double {
        text.unicodeScalars.reduce(0) { $0 + (font.width(of: $1) ?? 0.5) }
    }
}
