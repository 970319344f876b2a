import CZlib
import Testing

@testable import ParaphPDF

@Suite struct FilterTests {
    private func decode(_ name: StaticString, _ bytes: [UInt8], _ parameters: [(StaticString, Int)] = [], limit: Int = 1 << 20) throws
        -> Decoded
    {
        let dictionary = PDFDictionary(parameters.map { PDFDictionary.Entry(PDFName($0.0), .integer($0.1)) })
        return try FilterParameters(PDFName(name), dictionary).decode(PDFBytes(bytes), limit: limit, budget: PDFBudget())
    }

    private func text(_ decoded: Decoded) -> String { String(decoding: decoded.bytes.array, as: UTF8.self) }

    @Test func hexadecimalDigitsAreBytes() throws {
        #expect(text(try decode("ASCIIHexDecode", Array("50 44\n46>00".utf8))) == "PDF")
        #expect(try decode("AHx", Array("7".utf8)).bytes.array == [0x70])
        #expect(try !decode("AHx", Array("7!0".utf8)).isComplete)
    }

    @Test func groupsOfFiveAreFourBytes() throws {
        #expect(text(try decode("ASCII85Decode", Array("<~87cURD]i,\"Ebo80~>".utf8))) == "Hello World!")
        #expect(text(try decode("A85", Array("87cUR D]i,\"\nEbo7~>".utf8))) == "Hello World")
        #expect(try decode("A85", Array("z!!~>".utf8)).bytes.array == [0, 0, 0, 0, 0])
        #expect(try !decode("A85", Array("uuuuu".utf8)).isComplete, "more than 32 bits")
        #expect(try decode("A85", []).bytes.count == 0)
    }

    @Test func runsAreRepeated() throws {
        #expect(text(try decode("RunLengthDecode", [2, 97, 98, 99, 254, 100, 128, 9])) == "abcddd")
        #expect(text(try decode("RL", [5, 97])) == "a")
        #expect(try decode("RL", [200]).bytes.count == 0)
        #expect(throws: PDFError(.tooLarge, "")) { try decode("RL", [129, 0, 129, 0], limit: 200) }
    }

    @Test func theStandardsExampleOfLZWIsDecoded() throws {
        // ISO 32000-2, 7.4.4.2, example 1.
        let decoded = try decode("LZWDecode", [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01])
        #expect(decoded.bytes.array == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
        #expect(decoded.isComplete)
    }

    @Test(arguments: 0..<20, [true, false])
    func whatAnEncoderOfLZWWritesComesBack(seed: Int, earlyChange: Bool) throws {
        let bytes = InflateTests.sample(UInt64(seed))
        let decoded = try decode("LZW", encodeLZW(bytes, earlyChange: earlyChange), [("EarlyChange", earlyChange ? 1 : 0)])
        #expect(decoded.isComplete)
        #expect(decoded.bytes.array == bytes)
    }

    @Test func lzwIsBounded() throws {
        let packed = encodeLZW([UInt8](repeating: 7, count: 100_000), earlyChange: true)
        #expect(throws: PDFError(.tooLarge, "")) { try decode("LZW", packed, limit: 50_000) }
        #expect(try !decode("LZW", [0x80, 0x7F, 0xFF]).isComplete, "a code that stands for nothing yet")
        #expect(try !decode("LZW", []).isComplete)
    }

    private func encodeLZW(_ bytes: [UInt8], earlyChange: Bool) -> [UInt8] {
        var output: [UInt8] = []
        var bits = 0
        var count = 0
        func put(_ code: Int, _ width: Int) {
            bits = (bits << width | code) & 0xFFFF_FFFF
            count += width
            while count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        var table: [[UInt8]: Int] = [:]
        var next = 258
        var width = 9
        put(256, 9)
        var piece: [UInt8] = []
        for byte in bytes {
            let longer = piece + [byte]
            if longer.count == 1 || table[longer] != nil {
                piece = longer
                continue
            }
            put(piece.count == 1 ? Int(piece[0]) : table[piece] ?? 0, width)
            table[longer] = next
            next += 1
            // The decoder is one entry behind.
            if next - 1 + (earlyChange ? 1 : 0) >= 1 << width { width += 1 }
            if next > 4094 {
                put(256, min(width, 12))
                (table, next, width) = ([:], 258, 9)
            }
            piece = [byte]
        }
        if !piece.isEmpty {
            put(piece.count == 1 ? Int(piece[0]) : table[piece] ?? 0, width)
            if next + (earlyChange ? 1 : 0) >= 1 << width { width += 1 }
        }
        put(257, width)
        put(0, 7)
        return output
    }

    @Test func everyPredictorOfPNGIsUndone() throws {
        // Two columns of two colours, five rows, one of each kind.
        let rows: [UInt8] = [0, 1, 2, 3, 4] + [1, 1, 1, 1, 1] + [2, 1, 1, 1, 1] + [3, 10, 10, 10, 10] + [4, 5, 5, 5, 5]
        let decoded = try decode("Fl", Zlib.compress(rows), [("Predictor", 15), ("Colors", 2), ("Columns", 2)])
        #expect(
            decoded.bytes.array == [1, 2, 3, 4, 1, 1, 2, 2, 2, 2, 3, 3, 11, 11, 17, 17, 16, 16, 22, 22]
        )
    }

    @Test func rowsThatEndTooSoonAreKept() throws {
        let packed = Zlib.compress([2, 1, 2, 3, 2, 4, 4])
        #expect(try decode("Fl", packed, [("Predictor", 12), ("Columns", 3)]).bytes.array == [1, 2, 3, 5, 6])
        #expect(try decode("Fl", Zlib.compress([2]), [("Predictor", 12), ("Columns", 3)]).bytes.count == 0)
    }

    @Test(arguments: [1, 2, 4, 8, 16])
    func samplesPredictedFromTheLeftAreSummed(bits: Int) throws {
        // Eight columns of one colour that all differ by one from the left.
        var row = [UInt8](repeating: 0, count: bits)
        var expected = row
        for column in 0..<8 {
            for bit in 0..<bits {
                let place = column * bits + bit
                if bit == bits - 1 { row[place / 8] |= 0x80 >> UInt8(place % 8) }
                let value = (column + 1) & (1 << bits - 1)
                if value >> (bits - 1 - bit) & 1 == 1 { expected[place / 8] |= 0x80 >> UInt8(place % 8) }
            }
        }
        let parameters: [(StaticString, Int)] = [("Predictor", 2), ("Columns", 8), ("BitsPerComponent", bits)]
        #expect(try decode("Fl", Zlib.compress(row + row), parameters).bytes.array == expected + expected)
    }

    @Test func rowsOutOfRangeAreRefused() {
        let packed = Zlib.compress([1, 2, 3])
        for (key, value) in [("Columns", 0), ("Columns", Int.max), ("Colors", -1), ("Colors", 1 << 40), ("BitsPerComponent", 3)]
            as [(StaticString, Int)]
        {
            #expect(throws: PDFError(.malformed, "")) { try decode("Fl", packed, [("Predictor", 12), (key, value)]) }
        }
        #expect(throws: PDFError(.unsupported, "")) { try decode("Fl", packed, [("Predictor", 7)]) }
        #expect(throws: PDFError(.unsupported, "")) { try decode("DCTDecode", packed) }
    }
}
