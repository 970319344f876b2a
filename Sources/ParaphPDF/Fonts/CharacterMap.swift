/// The part of a font's `cmap` table that leads from Unicode to glyphs: formats 4 and 12.
struct CharacterMap: Sendable {
    private let start: Int
    private let isWide: Bool
    /// How many segments, or groups.
    private let count: Int

    /// Chooses the map that knows most characters; nil if there is none for Unicode.
    init?(_ bytes: PDFBytes, in table: Range<Int>) {
        var best: (rank: Int, start: Int, isWide: Bool, count: Int)?
        for index in 0..<min(bytes.u16(table.lowerBound + 2) ?? 0, 256) {
            let record = table.lowerBound + 4 + index * 8
            guard let platform = bytes.u16(record), let encoding = bytes.u16(record + 2), let offset = bytes.u32(record + 4),
                offset < table.count
            else { continue }
            let start = table.lowerBound + offset
            guard platform == 0 && encoding != 5 || platform == 3 && (encoding == 1 || encoding == 10) else { continue }
            if bytes.u16(start) == 12, let groups = bytes.u32(start + 12), groups <= (bytes.count - start) / 12, best?.rank ?? 0 < 2 {
                best = (2, start, true, groups)
            } else if bytes.u16(start) == 4, let twice = bytes.u16(start + 6), twice >= 2, best == nil {
                best = (1, start, false, twice / 2)
            }
        }
        guard let best else { return nil }
        (start, isWide, count) = (best.start, best.isWide, best.count)
    }

    /// The glyph of a character; 0 or nil if there is none.
    func glyph(of scalar: Int, _ bytes: PDFBytes) -> Int? { isWide ? inGroups(scalar, bytes) : inSegments(scalar, bytes) }

    private func inGroups(_ scalar: Int, _ bytes: PDFBytes) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            guard let last = bytes.u32(start + 16 + middle * 12 + 4) else { return nil }
            if last < scalar { low = middle + 1 } else { high = middle }
        }
        let place = start + 16 + low * 12
        guard low < count, let first = bytes.u32(place), first <= scalar, let glyph = bytes.u32(place + 8) else { return nil }
        return glyph &+ (scalar - first)
    }

    private func inSegments(_ scalar: Int, _ bytes: PDFBytes) -> Int? {
        guard scalar <= 0xFFFF else { return nil }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            guard let last = bytes.u16(start + 14 + middle * 2) else { return nil }
            if last < scalar { low = middle + 1 } else { high = middle }
        }
        let firsts = start + 16 + count * 2
        guard low < count, let first = bytes.u16(firsts + low * 2), first <= scalar, let delta = bytes.u16(firsts + (count + low) * 2)
        else {
            return nil
        }
        let place = firsts + (count * 2 + low) * 2
        guard let offset = bytes.u16(place) else { return nil }
        if offset == 0 { return (scalar + delta) & 0xFFFF }
        guard let glyph = bytes.u16(place + offset + (scalar - first) * 2) else { return nil }
        return glyph == 0 ? 0 : (glyph + delta) & 0xFFFF
    }
}
