/// The box in which a field's value is drawn, with its background and border (ISO 32000-2, 12.5.4 and table 192).
struct WidgetFrame {
    /// How wide the box is to who reads the field.
    let width: Double
    let height: Double
    /// By how much it is turned counterclockwise on the page: 0, 90, 180 or 270.
    private let rotation: Int
    private let background: [Double]
    private let border: [Double]
    let lineWidth: Double
    private let style: UInt8
    private let dash: [Double]

    /// Reads an annotation; nil where its rectangle is empty.
    init?(_ widget: PDFDictionary, in file: PDFFile) throws(PDFError) {
        guard let rectangle = try file.rectangle(widget["Rect"]), rectangle.width < 1e5, rectangle.height < 1e5 else { return nil }
        let looks = try file.resolve(widget["MK"]).dictionary
        let degrees = try file.resolve(looks?["R"]).integer ?? 0
        rotation = degrees % 90 == 0 ? (degrees % 360 + 360) % 360 : 0
        (width, height) = rotation % 180 == 0 ? (rectangle.width, rectangle.height) : (rectangle.height, rectangle.width)
        background = try Self.numbers(looks?["BG"], in: file).map { min(max($0, 0), 1) }
        border = try Self.numbers(looks?["BC"], in: file).map { min(max($0, 0), 1) }
        let line = try file.resolve(widget["BS"]).dictionary
        var width = try file.resolve(line?["W"]).number
        if line == nil, let old = try file.resolve(widget["Border"]).array, old.count >= 3 { width = try file.resolve(old[2]).number }
        lineWidth = min(max(width ?? 1, 0), min(self.width, self.height) / 4)
        style = try file.resolve(line?["S"]).name?.bytes.first ?? UInt8(ascii: "S")
        let dash = try Self.numbers(line?["D"], in: file).filter { $0 >= 0 && $0 < 1e4 }
        self.dash = dash.contains { $0 > 0 } ? dash : [3]
    }

    private static func numbers(_ object: PDFObject?, in file: PDFFile) throws(PDFError) -> [Double] {
        var numbers: [Double] = []
        for element in try (file.resolve(object).array ?? []).prefix(8) {
            if let number = try file.resolve(element).number { numbers.append(number) }
        }
        return numbers
    }

    /// How thick the border is that keeps text away.
    var inset: Double {
        let isRaised = style == UInt8(ascii: "B") || style == UInt8(ascii: "I")
        return border.isEmpty && !isRaised ? 0 : isRaised ? lineWidth * 2 : lineWidth
    }

    /// What lies within the border.
    var inside: PDFRectangle { PDFRectangle(inset, inset, max(inset, width - inset), max(inset, height - inset)) }

    private static func setColour(_ parts: [Double], fills: Bool, _ content: inout PDFContent) -> Bool {
        switch parts.count {
        case 1: content.put(parts, fills ? "g" : "G")
        case 3: content.put(parts, fills ? "rg" : "RG")
        case 4: content.put(parts, fills ? "k" : "K")
        default: return false
        }
        return true
    }

    /// Draws background and border; of a round button as circles.
    func draw(into content: inout PDFContent, isRound: Bool = false) {
        content.save()
        if Self.setColour(background, fills: true, &content) {
            if isRound { circle(inset: 0, &content) } else { content.rectangle(PDFRectangle(0, 0, width, height)) }
            content.fill()
        }
        if !isRound, lineWidth > 0, style == UInt8(ascii: "B") || style == UInt8(ascii: "I") { drawEdges(into: &content) }
        if lineWidth > 0, Self.setColour(border, fills: false, &content) {
            content.put([lineWidth], "w")
            if style == UInt8(ascii: "D") {
                content.append(Array("[".utf8))
                for length in dash { content.put([length], "") }
                content.put([], "] 0 d")
            }
            let half = lineWidth / 2
            if isRound {
                circle(inset: half, &content)
            } else if style == UInt8(ascii: "U") {
                content.move(to: 0, half)
                content.line(to: width, half)
            } else {
                content.rectangle(PDFRectangle(half, half, width - half, height - half))
            }
            content.stroke()
        }
        content.restore()
    }

    /// Draws the lines between the cells of a comb.
    func drawDividers(_ cells: Int, into content: inout PDFContent) {
        guard cells > 1, lineWidth > 0 else { return }
        content.save()
        if Self.setColour(border, fills: false, &content) {
            content.put([lineWidth], "w")
            for index in 1..<cells {
                let x = width / Double(cells) * Double(index)
                content.move(to: x, 0)
                content.line(to: x, height)
            }
            content.stroke()
        }
        content.restore()
    }

    /// The light and the dark edge of a box that stands out or lies deeper.
    private func drawEdges(into content: inout PDFContent) {
        let (near, far) = (lineWidth, lineWidth * 2)
        let isInset = style == UInt8(ascii: "I")
        content.put([isInset ? 0.5 : 1], "g")
        for (x, y) in [
            (near, near), (near, height - near), (width - near, height - near), (width - far, height - far), (far, height - far),
        ] {
            if x == near, y == near { content.move(to: x, y) } else { content.line(to: x, y) }
        }
        content.line(to: far, far)
        content.fill()
        content.put([isInset ? 0.75 : 0.5], "g")
        content.move(to: width - near, height - near)
        for (x, y) in [(width - near, near), (near, near), (far, far), (width - far, far), (width - far, height - far)] {
            content.line(to: x, y)
        }
        content.fill()
    }

    /// A circle in the middle of the box.
    func circle(inset: Double, _ content: inout PDFContent) {
        let radius = max(0, min(width, height) / 2 - inset)
        let (x, y, handle) = (width / 2, height / 2, radius * 0.552_284_75)
        content.move(to: x + radius, y)
        content.curve(x + radius, y + handle, x + handle, y + radius, to: x, y + radius)
        content.curve(x - handle, y + radius, x - radius, y + handle, to: x - radius, y)
        content.curve(x - radius, y - handle, x - handle, y - radius, to: x, y - radius)
        content.curve(x + handle, y - radius, x + radius, y - handle, to: x + radius, y)
        content.close()
    }

    /// The form XObject that shows what was drawn, turned as the annotation says.
    func add(_ content: PDFContent, resources: PDFDictionary, to update: inout PDFUpdate) -> PDFReference {
        var dictionary = PDFDictionary()
        dictionary["Type"] = .name("XObject")
        dictionary["Subtype"] = .name("Form")
        dictionary["BBox"] = .array([.integer(0), .integer(0), .number(width), .number(height)])
        dictionary["Resources"] = .dictionary(resources)
        switch rotation {
        case 90: dictionary["Matrix"] = .array([.integer(0), .integer(1), .integer(-1), .integer(0), .number(height), .integer(0)])
        case 180: dictionary["Matrix"] = .array([.integer(-1), .integer(0), .integer(0), .integer(-1), .number(width), .number(height)])
        case 270: dictionary["Matrix"] = .array([.integer(0), .integer(-1), .integer(1), .integer(0), .integer(0), .number(width)])
        default: break
        }
        return update.add(dictionary, stream: content.bytes)
    }
}
