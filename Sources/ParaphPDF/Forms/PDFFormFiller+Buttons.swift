extension PDFFormFiller {
    mutating func setCheckbox(_ field: PDFField, _ value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let buttons = try file.buttons(of: field)
        guard let first = buttons.first else { return .damaged }
        switch value {
        case .empty, .checked(false): return try turn(field, buttons, on: nil)
        case .checked(true):
            // Boxes with different states exclude each other: one of them must be named.
            guard buttons.allSatisfy({ $0.state == first.state }) else { return .noOption }
            return try turn(field, buttons, on: 0)
        case .text(let text):
            if Self.isOff(text) { return try turn(field, buttons, on: nil) }
            guard let index = Self.index(of: text, in: buttons) else { return .noOption }
            return try turn(field, buttons, on: index)
        case .choices: return .wrongType
        }
    }

    mutating func setRadio(_ field: PDFField, _ value: PDFFieldValue) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let buttons = try file.buttons(of: field)
        guard !buttons.isEmpty else { return .damaged }
        switch value {
        case .empty, .checked(false): return try turnOff(field, buttons)
        case .text(let text):
            if let index = Self.index(of: text, in: buttons) { return try turn(field, buttons, on: index) }
            return Self.isOff(text) ? try turnOff(field, buttons) : .noOption
        case .checked(true):
            guard buttons.count == 1 else { return .wrongType }
            return try turn(field, buttons, on: 0)
        case .choices: return .wrongType
        }
    }

    /// Turns all buttons off, unless one is on and one must be.
    private mutating func turnOff(_ field: PDFField, _ buttons: [PDFFile.Button]) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let current = try file.resolve(field["V"]).name
        if try file.flags(of: field).contains(.noToggleToOff), let current, current != "Off" { return .mustBeOn }
        return try turn(field, buttons, on: nil)
    }

    private static func isOff(_ text: String) -> Bool { Array(text.utf8) == Array("Off".utf8) }

    /// The button with an export value, else the one with a state of a name.
    private static func index(of text: String, in buttons: [PDFFile.Button]) -> Int? {
        let wanted = Array(text.utf8)
        return buttons.firstIndex { $0.export.map { Array($0.utf8) == wanted } ?? false }
            ?? buttons.firstIndex { $0.state.bytes == wanted || Array(PDFString($0.state.bytes).text.utf8) == wanted }
    }

    private mutating func turn(_ field: PDFField, _ buttons: [PDFFile.Button], on index: Int?) throws(PDFError) -> PDFFieldRefusal.Reason? {
        let flags = try file.flags(of: field)
        let isAlone = field.kind == .radio && !flags.contains(.radiosInUnison)
        let chosen = index.map { buttons[$0] }
        let state = chosen?.state ?? PDFName("Off")
        try change(field) { $0["V"] = .name(state) }
        for (number, button) in buttons.enumerated() {
            guard var widget = try update.object(button.widget).dictionary else { continue }
            var isOn = false
            if let chosen {
                let isSame =
                    button.state == chosen.state || chosen.export.map { Array($0.utf8) == Array((button.export ?? "").utf8) } ?? false
                isOn = number == index || (!isAlone && isSame)
            }
            widget["AS"] = .name(isOn ? button.state : PDFName("Off"))
            if !button.hasAppearance, let frame = try WidgetFrame(widget, in: file) {
                let style = try style(of: field, widget).0
                let mark = try file.resolve(file.resolve(widget["MK"]).dictionary?["CA"]).string?.bytes.first
                var pictures = PDFDictionary()
                for (name, isOn) in [(button.state, true), (PDFName("Off"), false)] {
                    pictures[name] = .reference(picture(frame, style, isOn ? mark ?? (field.kind == .radio ? 0x6C : 0x34) : nil, field))
                }
                widget["AP"] = .dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("N"), .dictionary(pictures))]))
            }
            update.set(.dictionary(widget), for: button.widget)
        }
        return nil
    }

    /// A button with a mark, named as in the font of dingbats: `4` a tick, `8` a cross, `l` a dot, `n` a square, `u` a diamond, `H` a star.
    private mutating func picture(_ frame: WidgetFrame, _ style: DefaultAppearance, _ mark: UInt8?, _ field: PDFField) -> PDFReference {
        var content = PDFContent()
        let isRound = field.kind == .radio
        frame.draw(into: &content, isRound: isRound)
        if let mark {
            content.save()
            if style.colour.isEmpty { content.put([0], "g") } else { content.append(style.colour) }
            let side = max(0, min(frame.width, frame.height) - frame.inset * 2)
            if let outline = Self.outline(mark) {
                let (x, y) = ((frame.width - side) / 2, (frame.height - side) / 2)
                for (index, point) in outline.enumerated() {
                    let (px, py) = (x + point.0 * side, y + point.1 * side)
                    if index == 0 { content.move(to: px, py) } else { content.line(to: px, py) }
                }
                content.close()
            } else {
                frame.circle(inset: frame.inset + side * 0.22, &content)
            }
            content.fill()
            content.restore()
        }
        return frame.add(content, resources: PDFDictionary(), to: &update)
    }

    /// The corners of a mark in a unit square; nil for the dot.
    private static func outline(_ mark: UInt8) -> [(Double, Double)]? {
        switch mark {
        case UInt8(ascii: "8"):
            [
                (0.2, 0.3), (0.3, 0.2), (0.5, 0.4), (0.7, 0.2), (0.8, 0.3), (0.6, 0.5), (0.8, 0.7), (0.7, 0.8), (0.5, 0.6), (0.3, 0.8),
                (0.2, 0.7), (0.4, 0.5),
            ]
        case UInt8(ascii: "n"): [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]
        case UInt8(ascii: "u"): [(0.5, 0.15), (0.85, 0.5), (0.5, 0.85), (0.15, 0.5)]
        case UInt8(ascii: "H"):
            [
                (0.5, 0.9), (0.594, 0.629), (0.88, 0.624), (0.652, 0.451), (0.735, 0.176), (0.5, 0.34), (0.265, 0.176), (0.348, 0.451),
                (0.12, 0.624), (0.406, 0.629),
            ]
        case UInt8(ascii: "l"): nil
        default: [(0.15, 0.48), (0.26, 0.58), (0.42, 0.4), (0.75, 0.83), (0.86, 0.74), (0.43, 0.18)]
        }
    }
}
