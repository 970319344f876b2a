extension TrueTypeFont {
    /// The tables of a font program that draws, whose outlines only it understands.
    private static let instructions: [StaticString] = ["cvt ", "fpgm", "prep"]
    /// The most parts that one glyph may be composed of.
    private static let mostParts = 256

    /// A font of some of the glyphs, numbered anew in the given order, with those behind them that they are composed of.
    ///
    /// It has the tables that a reader of PDF needs (ISO 32000-2, 9.9.1, table 124), and no map of characters.
    /// - Throws: ``PDFError``: `tooLarge` where the glyphs are composed of more than a font can have.
    func subset(_ glyphs: [Int]) throws(PDFError) -> [UInt8] {
        let (numbers, order) = try closure(glyphs)
        var outlines: [UInt8] = []
        var offsets: [UInt8] = []
        var metrics: [UInt8] = []
        for glyph in order {
            offsets.put32(outlines.count)
            outlines += renumbered(glyph, numbers)
            // Glyphs of a sound font have outlines of their own; in another, all might be the same long one.
            guard outlines.count <= bytes.count * 4 + 1 << 20 else { throw PDFError(.tooLarge, "The outlines of the font are too large") }
            while outlines.count % 4 != 0 { outlines.append(0) }
            let (advance, bearing) = self.metrics(of: glyph)
            metrics.put16(advance)
            metrics.put16(bearing)
        }
        offsets.put32(outlines.count)
        var tables: [(name: StaticString, bytes: [UInt8])] = []
        for name in Self.instructions { if let table = table(name) { tables.append((name, table.array)) } }
        tables.append(("glyf", outlines))
        tables.append(
            (
                "head",
                changed("head", length: 54) {
                    // Offsets of four bytes; the check sum is made below.
                    $0.set16(1, at: 50)
                    $0.set16(0, at: 8)
                    $0.set16(0, at: 10)
                }
            )
        )
        tables.append(("hhea", changed("hhea", length: 36) { $0.set16(order.count, at: 34) }))
        tables.append(("hmtx", metrics))
        tables.append(("loca", offsets))
        tables.append(("maxp", changed("maxp", length: 6) { $0.set16(order.count, at: 4) }))
        tables.sort { Self.tag($0.name) < Self.tag($1.name) }
        return Self.file(tables)
    }

    /// All glyphs that are needed, and the new numbers of those that others are composed of.
    private func closure(_ glyphs: [Int]) throws(PDFError) -> (numbers: [Int: Int], order: [Int]) {
        var numbers: [Int: Int] = [:]
        var order = glyphs
        for (number, glyph) in glyphs.enumerated() where numbers[glyph] == nil { numbers[glyph] = number }
        var next = 0
        while next < order.count {
            for part in parts(of: order[next]) where numbers[part.glyph] == nil {
                numbers[part.glyph] = order.count
                order.append(part.glyph)
            }
            next += 1
            guard order.count <= 0xFFFF else { throw PDFError(.tooLarge, "A font cannot have as many glyphs") }
        }
        return (numbers, order)
    }

    /// The glyphs that a glyph is composed of, and where in its outline their numbers stand.
    private func parts(of glyph: Int) -> [(glyph: Int, offset: Int)] {
        let outline = outline(of: glyph)
        guard !outline.isEmpty, let contours = bytes.i16(outline.lowerBound), contours < 0 else { return [] }
        var parts: [(glyph: Int, offset: Int)] = []
        var place = outline.lowerBound + 10
        while place + 4 <= outline.upperBound, parts.count < Self.mostParts, let flags = bytes.u16(place), let part = bytes.u16(place + 2) {
            parts.append((part < glyphCount ? part : 0, place + 2 - outline.lowerBound))
            place += 4 + (flags & 1 != 0 ? 4 : 2)
            place += flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
            guard flags & 0x20 != 0 else { break }
        }
        return parts
    }

    private func renumbered(_ glyph: Int, _ numbers: [Int: Int]) -> [UInt8] {
        var outline = bytes.part(outline(of: glyph)).array
        for part in parts(of: glyph) { outline.set16(numbers[part.glyph] ?? 0, at: part.offset) }
        return outline
    }

    private func changed(_ name: StaticString, length: Int, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = table(name)?.array ?? []
        while bytes.count < length { bytes.append(0) }
        change(&bytes)
        return bytes
    }

    /// A font file of tables, with its check sums.
    private static func file(_ tables: [(name: StaticString, bytes: [UInt8])]) -> [UInt8] {
        var file: [UInt8] = []
        var (power, log) = (1, 0)
        while power * 2 <= tables.count { (power, log) = (power * 2, log + 1) }
        file.put32(0x10000)
        for value in [tables.count, power * 16, log, (tables.count - power) * 16] { file.put16(value) }
        var offset = 12 + tables.count * 16
        var headPlace = 0
        for table in tables {
            if tag(table.name) == tag("head") { headPlace = offset }
            file.append(contentsOf: UnsafeBufferPointer(start: table.name.utf8Start, count: 4))
            file.put32(sum(table.bytes))
            file.put32(UInt32(offset))
            file.put32(UInt32(table.bytes.count))
            offset += (table.bytes.count + 3) / 4 * 4
        }
        for table in tables {
            file += table.bytes
            while file.count % 4 != 0 { file.append(0) }
        }
        let adjustment = 0xB1B0_AFBA &- sum(file)
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            file[headPlace + 8 + index] = UInt8(truncatingIfNeeded: adjustment >> UInt32(shift))
        }
        return file
    }

    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for (index, byte) in bytes.enumerated() { sum &+= UInt32(byte) << UInt32(24 - index % 4 * 8) }
        return sum
    }
}

extension [UInt8] {
    /// Appends a number in two bytes, the higher one first.
    mutating func put16(_ value: Int) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends a number in four bytes, the highest one first.
    mutating func put32(_ value: UInt32) { for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) } }

    /// Appends a number in four bytes.
    mutating func put32(_ value: Int) { put32(UInt32(truncatingIfNeeded: value)) }

    /// Replaces two bytes by a number.
    mutating func set16(_ value: Int, at offset: Int) {
        guard offset >= 0, offset + 2 <= count else { return }
        self[offset] = UInt8(truncatingIfNeeded: value >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: value)
    }
}
