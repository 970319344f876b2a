import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct TrueTypeTests {
    @Test func glyphsAndWidthsAreRead() throws {
        let font = try TestFont().open()
        #expect(["A", "Ж", " ", "B", "\u{1F600}"].map { font.glyph(of: $0) } == [1, 2, 3, nil, nil])
        #expect(font.advance(of: 2) == 1.2)
        #expect(font.metrics(of: 1) == (600, 10))
        #expect(font.ascent == 0.9 && font.descent == 0.2)
        #expect(font.outline(of: 3).isEmpty && !font.outline(of: 2).isEmpty)
    }

    @Test func aWideMapLeadsToCharactersBeyondTheFirstPlane() throws {
        var font = TestFont()
        font.tables["cmap"] = TestFont.groups([(0x41, 0x42, 1), (0x1F600, 0x1F600, 2)])
        let opened = try font.open()
        #expect(["A", "B", "C", "\u{1F600}"].map { opened.glyph(of: $0) } == [1, 2, nil, 2])
    }

    @Test func aSubsetHasWhatItsGlyphsAreComposedOf() throws {
        let font = try TestFont().open()
        let subset = try font.subset([0, 2])
        var again = TestFont()
        // A reader of PDF needs no map; the reader of this test does.
        for (name, table) in try Self.tables(of: subset) { again.tables[name] = table }
        let opened = try again.open()
        #expect(opened.glyphCount == 3)
        #expect(opened.metrics(of: 1) == (1200, 20))
        #expect(opened.metrics(of: 2) == (600, 10))
        #expect(opened.outline(of: 2).count >= font.outline(of: 1).count)
        let composed = again.bytes[opened.outline(of: 1)]
        // Both parts are the glyph 2 now.
        #expect(Array(composed)[12...13] == [0, 2] && Array(composed)[20...21] == [0, 2])
        #expect(try Self.tables(of: subset)["head"]?[50...51] == [0, 1])
    }

    /// The tables of a font file, whose check sums must be right.
    static func tables(of file: [UInt8]) throws -> [String: [UInt8]] {
        let bytes = PDFBytes(file)
        var tables: [String: [UInt8]] = [:]
        for index in 0..<(bytes.u16(4) ?? 0) {
            let record = 12 + index * 16
            let name = String(decoding: bytes.part(record..<record + 4).array, as: UTF8.self)
            let start = try #require(bytes.u32(record + 8))
            let length = try #require(bytes.u32(record + 12))
            #expect(start % 4 == 0 && start + length <= file.count)
            tables[name] = bytes.part(start..<start + length).array
        }
        var sum: UInt32 = 0
        for place in stride(from: 0, to: file.count, by: 4) {
            sum &+= (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(file[place + $1]) }
        }
        #expect(sum == 0xB1B0_AFBA)
        return tables
    }

    @Test func damagedFontsAreRefused() throws {
        let whole = TestFont()
        for name in ["head", "maxp", "hhea", "hmtx", "loca", "glyf", "cmap"] {
            var font = whole
            font.tables[name] = nil
            #expect(throws: PDFError(.missing, "")) { try font.open() }
        }
        for length in 0..<12 { #expect(throws: PDFError.self) { try TrueTypeFont(PDFBytes(Array(whole.bytes.prefix(length)))) } }
        var font = whole
        font.version = Array("OTTO".utf8)
        #expect(throws: PDFError(.unsupported, "")) { try font.open() }
        font = whole
        font.tables["OS/2"] = [UInt8](repeating: 0, count: 8) + [0, 2]
        #expect(throws: PDFError(.unsupported, "")) { try font.open() }
        font.tables["OS/2"] = [UInt8](repeating: 0, count: 8) + [0, 8]
        #expect(throws: Never.self) { try font.open() }
    }

    @Test func anyBytesAreReadWithoutHarm() throws {
        var generator = SeededGenerator(seed: 7)
        let whole = TestFont().bytes
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            }
            guard let font = try? TrueTypeFont(PDFBytes(bytes)) else { continue }
            for scalar in ["A", "Ж", "\u{FFFF}"] as [Unicode.Scalar] {
                guard let glyph = font.glyph(of: scalar) else { continue }
                #expect(glyph < font.glyphCount)
                _ = try? font.subset([0, glyph])
            }
        }
    }
}
