extension PDFFormFiller {
    /// The background of what is chosen in a list: a light blue.
    private static let chosenBackground = [0.6, 0.76, 0.86]
    private static let usualSize = 12.0

    mutating func setChoice(_ field: PDFField, _ value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal.Reason? {
        var wanted: [String]
        switch value {
        case .text(let text): wanted = [text]
        case .choices(let texts): wanted = texts
        case .empty: wanted = []
        case .checked: return .wrongType
        }
        let flags = try file.flags(of: field)
        let isCombo = flags.contains(.combo)
        guard wanted.count <= 1 || (!isCombo && flags.contains(.multiSelect)) else { return .wrongType }
        let options = try file.options(of: field)
        var chosen: Set<Int> = []
        for (place, text) in wanted.enumerated() {
            if let index = Self.index(of: text, in: options) {
                chosen.insert(index)
                wanted[place] = options[index].export
            } else if !isCombo || !flags.contains(.edit) {
                return .noOption
            }
        }
        let reason: PDFFieldRefusal.Reason?
        var top: Int?
        if isCombo {
            let shown = chosen.first.map { options[$0].display } ?? wanted.first ?? ""
            let (scalars, refused) = scalars(shown)
            if let refused { return refused }
            if scalars.contains(where: { $0 == "\n" || $0 == "\r" }) { return .oneLine }
            reason = try showText(scalars, in: field)
        } else {
            let first = try file.resolve(field.dictionary["TI"]).integer ?? 0
            (reason, top) = try showList(options, chosen, top: first, in: field)
        }
        if let reason { return reason }
        let indices = chosen.sorted()
        let isList = !isCombo
        let stored = wanted
        let isSigned = locks.isSigned
        try change(field) { dictionary in
            if stored.count > 1 {
                dictionary["V"] = .array(indices.map { .string(PDFString(text: options[$0].export)) })
            } else {
                dictionary["V"] = .string(PDFString(text: stored.first ?? ""))
            }
            // Judges of signed files take these for more than filling; /V counts before /I (12.7.5.4).
            guard !isSigned else { return }
            dictionary["I"] = isList && !indices.isEmpty ? .array(indices.map { .integer($0) }) : nil
            if let top { dictionary["TI"] = top > 0 ? .integer(top) : nil }
        }
        return nil
    }

    /// The option that a text names: what is stored before what is shown.
    private static func index(of text: String, in options: [PDFFieldOption]) -> Int? {
        let wanted = Array(text.utf8)
        return options.firstIndex { Array($0.export.utf8) == wanted } ?? options.firstIndex { Array($0.display.utf8) == wanted }
    }

    /// Makes the pictures of what the field holds now.
    mutating func showChoices(of field: PDFField) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let options = try file.options(of: field)
        let value = try file.resolve(field["V"])
        var chosen: Set<Int> = []
        for element in (value.array ?? [value]).prefix(1000) {
            if let text = try file.resolve(element).string?.text, let index = Self.index(of: text, in: options) { chosen.insert(index) }
        }
        if try file.flags(of: field).contains(.combo) {
            let (scalars, reason) = scalars(chosen.min().map { options[$0].display } ?? value.string?.text ?? "")
            if let reason { return reason }
            return try showText(scalars, in: field)
        }
        return try showList(options, chosen, top: file.resolve(field.dictionary["TI"]).integer ?? 0, in: field).reason
    }

    /// Makes the pictures of a list, or none; says which option is the first to be seen.
    private mutating func showList(_ options: [PDFFieldOption], _ chosen: Set<Int>, top: Int, in field: PDFField) throws(PDFError)
        -> (reason: PDFFieldRefusal.Reason?, top: Int)
    {
        var first = min(max(0, top), max(0, options.count - 1))
        var settings: [(text: WidgetText, lines: Range<Int>, size: Double)] = []
        for widget in field.widgets {
            guard let dictionary = try update.object(widget).dictionary, let frame = try WidgetFrame(dictionary, in: file) else { continue }
            let (style, quadding) = try style(of: field, dictionary)
            let size = style.size > 0 ? style.size : Self.usualSize
            let seen = max(1, Int(min(Self.room(frame).height / FieldText.leading(size), 1000)))
            // What is chosen is seen.
            if let lowest = chosen.min(), lowest < first || lowest >= first + seen { first = lowest }
            first = max(0, min(first, options.count - seen))
            let lines = first..<min(options.count, first + seen + 1)
            var text: [Unicode.Scalar] = []
            for index in lines {
                let (scalars, reason) = scalars(options[index].display)
                if let reason { return (reason, first) }
                if index > lines.lowerBound { text.append("\n") }
                text += scalars.filter { $0 != "\n" && $0 != "\r" }
            }
            let order = try order(for: style)
            do throws(FieldText.Missing) {
                let set = try FieldText(text, in: order, of: &fonts)
                let text = WidgetText(widget: widget, frame: frame, text: set, style: style, quadding: quadding)
                settings.append((text, lines, size))
            } catch {
                return (.noGlyph(error.scalar.value), first)
            }
        }
        for (setting, lines, size) in settings {
            var content = PDFContent()
            setting.frame.draw(into: &content)
            draw(setting, lines, chosen, size: size, into: &content)
            try show(setting, content)
        }
        return (nil, first)
    }

    private func draw(_ setting: WidgetText, _ options: Range<Int>, _ chosen: Set<Int>, size: Double, into content: inout PDFContent) {
        let room = Self.room(setting.frame)
        let leading = FieldText.leading(size)
        content.save()
        content.rectangle(setting.frame.inside)
        content.clip()
        content.put(Self.chosenBackground, "rg")
        for (line, index) in options.enumerated() where chosen.contains(index) {
            let top = room.top - Double(line) * leading
            content.rectangle(PDFRectangle(setting.frame.inside.left, top - leading, setting.frame.inside.right, top))
            content.fill()
        }
        content.restore()
        var lines: [(glyphs: [TextGlyph], x: Double, y: Double)] = []
        for (line, glyphs) in setting.text.lines.enumerated() where !options.isEmpty {
            let width = glyphs.width * size
            let free = max(0, room.width - width)
            let x = room.left + (setting.quadding == 1 ? free / 2 : setting.quadding == 2 ? free : 0)
            let above = (leading - (setting.text.ascent + setting.text.descent) * size) / 2
            lines.append((glyphs, x, room.top - Double(line) * leading - above - setting.text.ascent * size))
        }
        drawText(lines, setting.style, size: size, clip: setting.frame.inside, into: &content)
    }
}
