extension InkPath {
    /// The outline as the value of an SVG path's `d`, with two decimals.
    ///
    /// Source: SVG 2, §9.3. Numbers are relative to where the last command ended, as it was written, so rounding does not add up.
    public var svgPathData: String {
        var text = SVGPathText()
        for element in elements { text.append(element) }
        return text.text.string
    }

    /// The outline as a picture of its own: an SVG document of one path.
    ///
    /// The view box is `frame`, or else the outline with a little room. A title is what screen readers say.
    public func svg(ink: Pen.Ink = .blue, frame: InkRect? = nil, title: String? = nil) -> String {
        let frame = frame ?? bounds?.expanded(by: 1) ?? InkRect(width: 1, height: 1)
        var text = DecimalText(decimals: 2)
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"")
        for (index, number) in [frame.low.x, frame.low.y, frame.width, frame.height].enumerated() {
            if index > 0 { text.append(" ") }
            text.append(number)
        }
        text.append("\"")
        if title != nil { text.append(" role=\"img\"") }
        text.append(">")
        let name = title.map { "<title>\(escaped($0))</title>" } ?? ""
        return text.string + name + "<path fill=\"\(ink.hexadecimal)\" d=\"\(svgPathData)\"/></svg>\n"
    }
}

extension Sample {
    /// The drawing as an SVG document whose longer side is 400 units, drawn with a pen that suits its size.
    public func svg(ink: Pen.Ink = .blue, title: String? = nil) -> String {
        let path = outline(.fitting(self, ink: ink))
        guard let bounds = path.bounds else { return path.svg(ink: ink, title: title) }
        let frame = InkRect(width: 400, height: 400)
        return path.transformed(by: .fitting(bounds, into: frame)).svg(ink: ink, title: title)
    }
}

extension Pen.Ink {
    /// The colour as CSS writes it, such as `#1F3FA8`.
    public var hexadecimal: String {
        let digits: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F"]
        var text = "#"
        for part in [red, green, blue] {
            text.append(digits[Int(part >> 4)])
            text.append(digits[Int(part & 15)])
        }
        return text
    }
}

/// Text for XML content and attributes; characters that XML 1.0 forbids are left out.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "\t", "\n", "\r", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
            result.unicodeScalars.append(scalar)
        default: continue
        }
    }
    return result
}

/// Path data under way.
private struct SVGPathText {
    var text = DecimalText(decimals: 2)
    private var at = Place(x: 0, y: 0)
    private var start = Place(x: 0, y: 0)
    private var command: UInt8 = 0
    /// Whether nothing needs to part the next number from what is before it.
    private var standsAlone = true

    /// A position in units of the last decimal.
    private struct Place {
        var x: Int64
        var y: Int64
    }

    mutating func append(_ element: InkPath.Element) {
        switch element {
        case .move(let point):
            begin(UInt8(ascii: "M"))
            append([point], from: Place(x: 0, y: 0))
            start = at
        case .line(let point):
            begin(UInt8(ascii: "l"))
            append([point], from: at)
        case .curve(let first, let second, let end):
            begin(UInt8(ascii: "c"))
            append([first, second, end], from: at)
        case .close:
            begin(UInt8(ascii: "z"))
            at = start
        }
    }

    /// Writes a command's letter, unless it is the same as before.
    private mutating func begin(_ letter: UInt8) {
        guard command != letter else { return }
        text.append(ascii: letter)
        command = letter
        standsAlone = true
    }

    private mutating func append(_ points: [SIMD2<Double>], from base: Place) {
        for point in points {
            let place = Place(x: text.whole(point.x), y: text.whole(point.y))
            append(place.x - base.x)
            append(place.y - base.y)
            at = place
        }
    }

    private mutating func append(_ number: Int64) {
        if !standsAlone, number >= 0 { text.append(" ") }
        text.append(whole: number)
        standsAlone = false
    }
}
