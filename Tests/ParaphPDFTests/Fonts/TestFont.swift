@testable import ParaphPDF

/// A TrueType font that a test writes: a square for A, nothing for the space, and Ж (2), which is composed of two of the squares.
struct TestFont {
    var tables: [String: [UInt8]] = [:]
    /// The first four bytes.
    var version: [UInt8] = [0, 1, 0, 0]

    init() {
        var head = [UInt8](repeating: 0, count: 54)
        head.set16(1000, at: 18)
        head.set16(800, at: 40)
        head.set16(700, at: 42)
        tables["head"] = head
        var hhea = [UInt8](repeating: 0, count: 36)
        hhea.set16(900, at: 4)
        hhea.set16(-200, at: 6)
        hhea.set16(4, at: 34)
        tables["hhea"] = hhea
        tables["maxp"] = [0, 1, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 26)
        var metrics: [UInt8] = []
        for (advance, bearing) in [(500, 0), (600, 10), (1200, 20), (250, 0)] {
            metrics.put16(advance)
            metrics.put16(bearing)
        }
        tables["hmtx"] = metrics
        var square: [UInt8] = []
        for value in [1, 0, 0, 100, 100, 3, 0] { square.put16(value) }
        square += [1, 1, 1, 1]
        for value in [0, 0, 100, 0, 0, 100, 0, -100] { square.put16(value) }
        var composed: [UInt8] = []
        // Two parts: the first with offsets of two bytes each and more to come, the second with one byte each.
        for value in [-1, 0, 0, 200, 100, 0x0021, 1, 0, 0, 0x0000, 1, 0x6400] { composed.put16(value) }
        tables["glyf"] = square + square + composed
        var offsets: [UInt8] = []
        for offset in [0, square.count, square.count * 2, square.count * 2 + composed.count, square.count * 2 + composed.count] {
            offsets.put16(offset / 2)
        }
        tables["loca"] = offsets
        tables["cmap"] = Self.segments([(0x20, 0x20, 3 - 0x20), (0x41, 0x41, 1 - 0x41), (0x416, 0x416, 2 - 0x416), (0xFFFF, 0xFFFF, 1)])
    }

    /// A character map of format 4.
    static func segments(_ segments: [(first: Int, last: Int, delta: Int)]) -> [UInt8] {
        var map: [UInt8] = []
        for value in [0, 1, 3, 1, 0, 12, 4, 16 + segments.count * 8, 0, segments.count * 2, 0, 0, 0] { map.put16(value) }
        for segment in segments { map.put16(segment.last) }
        map.put16(0)
        for segment in segments { map.put16(segment.first) }
        for segment in segments { map.put16(segment.delta) }
        for _ in segments { map.put16(0) }
        return map
    }

    /// A character map of format 12.
    static func groups(_ groups: [(first: Int, last: Int, glyph: Int)]) -> [UInt8] {
        var map: [UInt8] = []
        for value in [0, 1, 3, 10, 0, 12, 12, 0, 0, 16 + groups.count * 12, 0, 0, 0, groups.count] { map.put16(value) }
        for group in groups { for value in [group.first, group.last, group.glyph] { map.put32(value) } }
        return map
    }

    var bytes: [UInt8] {
        var file = version
        for value in [tables.count, 0, 0, 0] { file.put16(value) }
        var offset = 12 + tables.count * 16
        for name in tables.keys.sorted() {
            file += Array(name.utf8)
            for value in [0, offset, tables[name]?.count ?? 0] { file.put32(value) }
            offset += tables[name]?.count ?? 0
        }
        for name in tables.keys.sorted() { file += tables[name] ?? [] }
        return file
    }

    func open() throws -> TrueTypeFont { try TrueTypeFont(PDFBytes(bytes)) }
}
