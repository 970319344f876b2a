/// Writes a content stream: paths, colours and transformations (ISO 32000-2, 8.4 and 8.5).
public struct PDFContent {
    private(set) var writer = ObjectWriter()
    /// The fonts that text was shown in.
    private(set) var usedFonts: Set<FontSet.Index> = []

    /// Begins an empty one.
    public init() {}

    /// The content so far.
    public var bytes: [UInt8] { writer.bytes }

    /// Writes an operator behind its numbers.
    mutating func put(_ numbers: [Double], _ operation: StaticString) {
        for number in numbers {
            writer.put(number)
            writer.put(" ")
        }
        writer.put(operation)
        writer.put("\n")
    }

    /// Starts a part of a path at a point.
    public mutating func move(to x: Double, _ y: Double) { put([x, y], "m") }

    /// Draws a straight line to a point.
    public mutating func line(to x: Double, _ y: Double) { put([x, y], "l") }

    /// Draws a cubic curve by two control points to a point.
    public mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, to x: Double, _ y: Double) {
        put([x1, y1, x2, y2, x, y], "c")
    }

    /// Closes the part of the path.
    public mutating func close() { put([], "h") }

    /// Fills the path by the nonzero winding number rule.
    public mutating func fill() { put([], "f") }

    /// Draws the line of the path.
    public mutating func stroke() { put([], "S") }

    /// Sets the colour of what is filled and drawn, each part 0 to 1.
    public mutating func colour(red: Double, green: Double, blue: Double) {
        put([red, green, blue], "rg")
        put([red, green, blue], "RG")
    }

    /// Sets the width of lines, with round ends and joins.
    public mutating func lineWidth(_ width: Double) { put([width], "w 1 J 1 j") }

    /// Changes the coordinates of all that follows.
    public mutating func transform(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        put([a, b, c, d, e, f], "cm")
    }

    /// Writes operators as they are.
    public mutating func append(_ operators: [UInt8]) {
        writer.bytes += operators
        if let last = operators.last, last != 10 { writer.put("\n") }
    }

    /// Remembers colours, lines and coordinates until ``restore()``.
    public mutating func save() { put([], "q") }

    /// Takes back what changed since ``save()``.
    public mutating func restore() { put([], "Q") }

    /// Adds a rectangle to the path.
    public mutating func rectangle(_ box: PDFRectangle) { put([box.left, box.bottom, box.width, box.height], "re") }

    /// Draws nothing outside the path, until ``restore()``.
    public mutating func clip() { put([], "W n") }

    /// Draws a form or an image of the resources.
    public mutating func draw(_ name: PDFName) {
        writer.write(name)
        writer.put(" Do\n")
    }

    /// Shows glyphs of one line of text, from a point on the baseline on; the operators stand between `BT` and `ET`.
    mutating func show(_ glyphs: [TextGlyph], size: Double, at x: Double, _ y: Double, fonts: FontSet) {
        put([1, 0, 0, 1, x, y], "Tm")
        var index = 0
        while index < glyphs.count {
            let font = glyphs[index].font
            usedFonts.insert(font)
            writer.write(fonts.name(of: font))
            writer.put(" ")
            put([size], "Tf")
            let isWide = fonts.isWide(font)
            writer.put("<")
            while index < glyphs.count, glyphs[index].font == font {
                if isWide {
                    writer.hexadecimal(UInt16(truncatingIfNeeded: glyphs[index].code))
                } else {
                    writer.hexadecimal(UInt8(truncatingIfNeeded: glyphs[index].code))
                }
                index += 1
            }
            writer.put("> Tj\n")
        }
    }

    /// Begins text.
    mutating func beginText() { put([], "BT") }

    /// Ends text.
    mutating func endText() { put([], "ET") }
}
