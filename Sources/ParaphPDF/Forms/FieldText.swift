/// Text set for a box: how large, in which lines, and where each one starts.
struct FieldText {
    /// The glyphs, in lines that the text itself has.
    let lines: [[TextGlyph]]
    /// How far a line reaches above the baseline and below it, as parts of the size.
    let ascent: Double
    let descent: Double

    /// The largest and the smallest size of text that is to fit into its box.
    private static let largest = 144.0
    private static let smallest = 4.0
    private static let usual = 12.0
    /// From one line to the next, as a part of the size.
    private static let spacing = 1.15

    /// Cuts a text into its lines, sets it, and says which character no font has.
    init(_ scalars: [Unicode.Scalar], in fonts: [FontSet.Index], of set: inout FontSet) throws(Missing) {
        var lines: [[Unicode.Scalar]] = [[]]
        var isAfterReturn = false
        for scalar in scalars {
            let isReturn = scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
            if isReturn || scalar == "\n" {
                if scalar != "\n" || !isAfterReturn { lines.append([]) }
            } else {
                lines[lines.count - 1].append(scalar == "\t" ? " " : scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        // All lines in one call, so that the text is in one font if it can be.
        var all: [Unicode.Scalar] = []
        for line in lines { all += line }
        switch set.set(all, in: fonts) {
        case .missing(let scalar): throw Missing(scalar: scalar)
        case .set(let glyphs):
            var start = 0
            var cut: [[TextGlyph]] = []
            for line in lines {
                cut.append(Array(glyphs[start..<start + line.count]))
                start += line.count
            }
            self.lines = cut
        }
        var (rise, fall) = (0.0, 0.0)
        for font in lines.count == 1 && all.isEmpty ? Array(fonts.prefix(1)) : Self.fonts(self.lines) {
            let height = set.height(of: font)
            (rise, fall) = (max(rise, height.ascent), max(fall, height.descent))
        }
        (ascent, descent) = rise > 0 ? (rise, fall) : (0.75, 0.25)
    }

    /// A character that no font has.
    struct Missing: Error { let scalar: Unicode.Scalar }

    private static func fonts(_ lines: [[TextGlyph]]) -> [FontSet.Index] {
        var seen: Set<FontSet.Index> = []
        for line in lines { for glyph in line { seen.insert(glyph.font) } }
        return Array(seen)
    }

    /// The size of one line that fills a box.
    func lineSize(in box: PDFRectangle) -> Double {
        // Accents on capitals reach higher than the line says.
        let byHeight = box.height / ((ascent + descent) * Self.spacing)
        let width = lines.first?.width ?? 0
        let size = width > 0 ? min(byHeight, box.width / width) : byHeight
        return min(max(size, Self.smallest), Self.largest)
    }

    /// The size of lines that fit into a box together, wrapped: the usual one or a smaller one.
    func blockSize(in box: PDFRectangle) -> Double {
        var size = Self.usual
        while size > Self.smallest, Double(wrapped(box.width / size).count) * size * Self.spacing > box.height { size -= 0.5 }
        return size
    }

    /// How far it is from one line to the next.
    static func leading(_ size: Double) -> Double { size * spacing }

    /// The lines, none wider than so many times the size: broken behind spaces and hyphens, and within words only where one is too long.
    func wrapped(_ width: Double) -> [[TextGlyph]] {
        var result: [[TextGlyph]] = []
        for line in lines {
            var start = 0
            var place = 0
            var used = 0.0
            // Behind the last space or hyphen of the line so far, and how much of the line that is.
            var stop = (place: 0, used: 0.0)
            while place < line.count {
                let glyph = line[place]
                let isSpace = glyph.scalar == " "
                // A space at the end may stand out.
                if used + glyph.width > width + 1e-9, !isSpace, place > start {
                    if stop.place > start {
                        result.append(Array(line[start..<stop.place]))
                        (start, used) = (stop.place, used - stop.used)
                    } else {
                        result.append(Array(line[start..<place]))
                        (start, used) = (place, 0)
                    }
                    stop = (start, 0)
                    // What is left over may be too wide still.
                    continue
                }
                used += glyph.width
                place += 1
                if isSpace || glyph.scalar == "-" { stop = (place, used) }
            }
            result.append(Array(line[start...]))
        }
        return result
    }
}
