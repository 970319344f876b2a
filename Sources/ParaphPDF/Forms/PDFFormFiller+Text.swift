extension PDFFormFiller {
    /// How far text stays away from the border, in points.
    private static let margin = 2.0
    private static let mostCells = 10_000

    mutating func setText(_ field: PDFField, _ value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let text: String
        switch value {
        case .text(let given): text = given
        case .empty: text = ""
        case .checked, .choices: return .wrongType
        }
        let (scalars, reason) = scalars(text)
        if let reason { return reason }
        let flags = try file.flags(of: field)
        if !flags.contains(.multiline), scalars.contains(where: { $0 == "\n" || $0 == "\r" }) { return .oneLine }
        if let most = try file.longestText(of: field), scalars.count > most { return .tooLong(most) }
        if let reason = try showText(scalars, in: field) { return reason }
        try change(field) { dictionary in
            dictionary["V"] = .string(PDFString(text: text))
            // The same text with its looks, which is another now.
            dictionary["RV"] = nil
        }
        return nil
    }

    /// Makes the pictures of a value that the field has; says whether that is done.
    mutating func showValue(of field: PDFField) throws(PDFError) -> Bool {
        let text = try file.valueText(of: field) ?? ""
        let (scalars, reason) = scalars(text)
        guard reason == nil else { return false }
        if field.kind == .text { return try showText(scalars, in: field) == nil }
        return try showChoices(of: field) == nil
    }

    /// Makes the pictures of a text in all widgets of a field, or none.
    mutating func showText(_ scalars: [Unicode.Scalar], in field: PDFField) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let flags = try file.flags(of: field)
        let shown = flags.contains(.password) ? scalars.map { _ in "*" as Unicode.Scalar } : scalars
        let isComb = flags.contains(.comb) && flags.isDisjoint(with: [.multiline, .password, .fileSelect])
        let cells = isComb ? try file.longestText(of: field).flatMap { $0 <= Self.mostCells ? $0 : nil } : nil
        // First all that can fail, so that what is refused leaves nothing behind.
        var settings: [WidgetText] = []
        for widget in field.widgets {
            // Text of many lines is wrapped in several sizes until one fits.
            try file.budget.spend(256 + shown.count * 32)
            guard let dictionary = try update.object(widget).dictionary, let frame = try WidgetFrame(dictionary, in: file) else { continue }
            let (style, quadding) = try style(of: field, dictionary)
            let order = try order(for: style)
            do throws(FieldText.Missing) {
                let text = try FieldText(shown, in: order, of: &fonts)
                settings.append(WidgetText(widget: widget, frame: frame, text: text, style: style, quadding: quadding))
            } catch {
                return .noGlyph(error.scalar.value)
            }
        }
        for setting in settings {
            var content = PDFContent()
            setting.frame.draw(into: &content)
            if let cells {
                drawCells(setting, cells, into: &content)
            } else if flags.contains(.multiline) {
                drawBlock(setting, into: &content)
            } else {
                drawLine(setting, into: &content)
            }
            try show(setting, content)
        }
        return nil
    }

    /// Adds a picture in which a text is set, and shows it in its widget.
    mutating func show(_ setting: WidgetText, _ content: PDFContent) throws(PDFError) {
        var resources = PDFDictionary()
        var glyphs: [TextGlyph] = []
        for line in setting.text.lines { glyphs += line }
        if !glyphs.isEmpty { resources["Font"] = .dictionary(fonts.resources(of: glyphs, in: &update)) }
        try show(setting.frame.add(content, resources: resources, to: &update), in: setting.widget)
    }

    /// Draws lines at their places, between the marks that say which part of a picture is the value (12.7.4.3).
    func drawText(
        _ lines: [(glyphs: [TextGlyph], x: Double, y: Double)],
        _ style: DefaultAppearance,
        size: Double,
        clip: PDFRectangle,
        into content: inout PDFContent
    ) {
        content.append(Array("/Tx BMC".utf8))
        content.save()
        content.rectangle(clip)
        content.clip()
        content.beginText()
        if style.colour.isEmpty { content.put([0], "g") } else { content.append(style.colour) }
        for line in lines where !line.glyphs.isEmpty { content.show(line.glyphs, size: size, at: line.x, line.y, fonts: fonts) }
        content.endText()
        content.restore()
        content.append(Array("EMC".utf8))
    }

    func drawLine(_ setting: WidgetText, into content: inout PDFContent) {
        let (text, frame, style, quadding) = (setting.text, setting.frame, setting.style, setting.quadding)
        let box = Self.room(frame)
        let size = style.size > 0 ? style.size : text.lineSize(in: box)
        let line = text.lines.first ?? []
        let width = line.width * size
        let x = box.left + max(0, quadding == 1 ? (box.width - width) / 2 : quadding == 2 ? box.width - width : 0)
        let y = Self.baseline(text, size, frame)
        drawText([(line, x, y)], style, size: size, clip: frame.inside, into: &content)
    }

    /// Where text goes: within border and margin.
    static func room(_ frame: WidgetFrame) -> PDFRectangle {
        let inside = frame.inside
        let (x, y) = (min(margin, inside.width / 4), min(margin / 2, inside.height / 4))
        return PDFRectangle(inside.left + x, inside.bottom + y, inside.right - x, inside.top - y)
    }

    /// The baseline of one line in the middle of a box; of one that is too low for it, so that the feet of its letters are seen.
    static func baseline(_ text: FieldText, _ size: Double, _ frame: WidgetFrame) -> Double {
        let middle = (frame.height - (text.ascent + text.descent) * size) / 2 + text.descent * size
        return max(middle, min(text.descent * size, frame.height / 2))
    }

    private func drawBlock(_ setting: WidgetText, into content: inout PDFContent) {
        let (text, frame, style, quadding) = (setting.text, setting.frame, setting.style, setting.quadding)
        let box = Self.room(frame)
        let size = style.size > 0 ? style.size : text.blockSize(in: box)
        var lines: [(glyphs: [TextGlyph], x: Double, y: Double)] = []
        let wrapped = text.wrapped(box.width / size)
        let height = (text.ascent + text.descent) * size + Double(wrapped.count - 1) * FieldText.leading(size)
        // Of lines that are too many for it, as many are seen as can be.
        var y = (height > box.height ? frame.inside.top : box.top) - text.ascent * size
        for line in wrapped {
            // What lies below the box is not seen.
            guard y > -size else { break }
            var width = line.width * size
            if let last = line.last, last.scalar == " " { width -= last.width * size }
            let x = box.left + max(0, quadding == 1 ? (box.width - width) / 2 : quadding == 2 ? box.width - width : 0)
            lines.append((line, x, y))
            y -= FieldText.leading(size)
        }
        drawText(lines, style, size: size, clip: frame.inside, into: &content)
    }

    /// Draws each character in a cell of its own.
    private func drawCells(_ setting: WidgetText, _ cells: Int, into content: inout PDFContent) {
        let (text, frame, style, quadding) = (setting.text, setting.frame, setting.style, setting.quadding)
        let cell = frame.width / Double(cells)
        frame.drawDividers(cells, into: &content)
        let line = text.lines.first ?? []
        var widest = 0.1
        for glyph in line { widest = max(widest, glyph.width) }
        let room = Self.room(frame)
        let size = style.size > 0 ? style.size : min(room.height / (text.ascent + text.descent), cell / widest)
        let free = max(0, cells - line.count)
        let first = quadding == 1 ? free / 2 : quadding == 2 ? free : 0
        let y = Self.baseline(text, size, frame)
        var placed: [(glyphs: [TextGlyph], x: Double, y: Double)] = []
        for (index, glyph) in line.enumerated() {
            placed.append(([glyph], (Double(first + index) + 0.5) * cell - glyph.width * size / 2, y))
        }
        drawText(placed, style, size: size, clip: frame.inside, into: &content)
    }
}

/// A text that is set for one of a field's widgets.
struct WidgetText {
    let widget: PDFReference
    let frame: WidgetFrame
    let text: FieldText
    let style: DefaultAppearance
    /// 0 for left, 1 for the middle, 2 for right.
    let quadding: Int
}
