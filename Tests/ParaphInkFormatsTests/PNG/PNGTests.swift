import CZlib
import ParaphInk
import ParaphInkFormats
import RandomTestSupport
import Testing

@Suite struct PNGTests {
    private static func noise(_ width: Int, _ height: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 9)
        return (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private static func gradient(_ width: Int, _ height: Int) -> [UInt8] {
        var rgba: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let pixel: [Int] = [x * 3 + y, y * 2, x ^ y, 255 - x]
                rgba += pixel.map { UInt8(truncatingIfNeeded: $0) }
            }
        }
        return rgba
    }

    @Test(arguments: [(1, 1), (3, 2), (64, 48), (301, 7)])
    func pixelsComeBackAsTheyWere(width: Int, height: Int) throws {
        for rgba in [Self.noise(width, height), Self.gradient(width, height), Array(repeating: 0, count: width * height * 4)] {
            let png = try DecodedPNG(PNG.encode(width: width, height: height, rgba: rgba))
            #expect((png.width, png.height) == (width, height))
            #expect(png.rgba == rgba)
        }
    }

    @Test func renderedInkComesBackAsItWas() throws {
        let bitmap = Sample.example.bitmap(width: 90, height: 60)
        let png = try DecodedPNG(PNG.encode(bitmap))
        #expect((png.width, png.height) == (90, 60))
        let alphas = stride(from: 3, to: png.rgba.count, by: 4).map { Int(png.rgba[$0]) }
        #expect(alphas.contains { $0 > 0 && $0 < 255 })
        let differences = png.rgba.indices.map { index in
            let value = Int(png.rgba[index])
            let multiplied = index % 4 == 3 ? value : (value * alphas[index / 4] + 127) / 255
            return abs(multiplied - Int(bitmap.bytes[index]))
        }
        #expect(differences.max() == 1 || differences.max() == 0)
    }

    @Test func textAndResolutionAreWritten() throws {
        let texts = [PNG.Text(keyword: "Title", value: "Unterschrift für Grüße")]
        let bytes = try PNG.encode(width: 1, height: 1, rgba: [1, 2, 3, 4], pixelsPerMetre: 11811, texts: texts)
        let png = try DecodedPNG(bytes)
        #expect(png.chunks.map(\.type) == ["IHDR", "pHYs", "tEXt", "IDAT", "IEND"])
        #expect(png.chunks[1].data == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
        #expect(png.chunks[2].data == Array("Title\0Unterschrift f".utf8) + [0xFC] + Array("r Gr".utf8) + [0xFC, 0xDF] + Array("e".utf8))
        #expect(bytes == (try PNG.encode(width: 1, height: 1, rgba: [1, 2, 3, 4], pixelsPerMetre: 11811, texts: texts)))
    }

    @Test func whatIsNoPictureIsRefused() {
        let sizes = [(0, 1), (1, 0), (-1, 1), (8193, 1), (8192, 8192), (Int.max, 2)]
        for (width, height) in sizes {
            #expect(error { () throws(FormatError) in try PNG.encode(width: width, height: height, rgba: []) }?.code == .tooLarge)
        }
        #expect(error { () throws(FormatError) in try PNG.encode(width: 2, height: 2, rgba: [1]) }?.code == .malformed)
        #expect(
            error { () throws(FormatError) in try PNG.encode(width: 1, height: 1, rgba: [1, 2, 3, 4], pixelsPerMetre: 0) }?.code
                == .outOfRange
        )
        for text in [("", "a"), (" a", "a"), ("é", "a"), ("a", "\0"), ("a", "ж"), (String(repeating: "a", count: 80), "a")] {
            let texts = [PNG.Text(keyword: text.0, value: text.1)]
            #expect(
                error { () throws(FormatError) in try PNG.encode(width: 1, height: 1, rgba: [1, 2, 3, 4], texts: texts) }?.code
                    == .malformed
            )
        }
    }
}

/// A PNG of 8-bit RGBA pixels, read by the book: check sums, zlib, filters.
struct DecodedPNG {
    var chunks: [(type: String, data: [UInt8])] = []
    var width = 0
    var height = 0
    var rgba: [UInt8] = []

    struct Wrong: Error {}

    init(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Wrong() }
        var offset = 8
        while offset < bytes.count {
            let length = Self.number(bytes, offset)
            let end = offset + 8 + length
            guard end + 4 <= bytes.count else { throw Wrong() }
            let checked = Array(bytes[offset + 4..<end])
            guard crc32(0, checked, uInt(checked.count)) == uLong(Self.number(bytes, end)) else { throw Wrong() }
            chunks.append((String(decoding: checked.prefix(4), as: UTF8.self), Array(checked.dropFirst(4))))
            offset = end + 4
        }
        guard let header = chunks.first?.data, header.count == 13, header[8...] == [8, 6, 0, 0, 0], chunks.last?.type == "IEND" else {
            throw Wrong()
        }
        width = Self.number(header, 0)
        height = Self.number(header, 4)
        let packed = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
        var length = uLong(height * (width * 4 + 1))
        var rows = [UInt8](repeating: 0, count: Int(length))
        guard uncompress(&rows, &length, packed, uLong(packed.count)) == Z_OK, Int(length) == rows.count else { throw Wrong() }
        try unfilter(rows)
    }

    private mutating func unfilter(_ rows: [UInt8]) throws {
        let rowBytes = width * 4
        var above = [UInt8](repeating: 0, count: rowBytes)
        for start in stride(from: 0, to: rows.count, by: rowBytes + 1) {
            var row = Array(rows[start + 1...start + rowBytes])
            for index in row.indices {
                let a = index < 4 ? 0 : Int(row[index - 4])
                let b = Int(above[index])
                let c = index < 4 ? 0 : Int(above[index - 4])
                switch rows[start] {
                case 0: break
                case 1: row[index] &+= UInt8(a)
                case 2: row[index] &+= UInt8(b)
                case 3: row[index] &+= UInt8((a + b) / 2)
                case 4:
                    let nearest = [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) }
                    row[index] &+= UInt8(nearest ?? 0)
                default: throw Wrong()
                }
            }
            rgba += row
            above = row
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
