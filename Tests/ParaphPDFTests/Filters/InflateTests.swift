import CZlib
import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct InflateTests {
    private func inflate(_ bytes: [UInt8], limit: Int = 1 << 24, steps: Int = 1 << 28) throws -> Decoded {
        try Inflate.decode(PDFBytes(bytes), limit: limit, budget: PDFBudget(steps: steps))
    }

    /// Bytes of many kinds: text-like, repeating, random, empty.
    static func sample(_ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...60_000, using: &generator)
        let alphabet = UInt8.random(in: 1...255, using: &generator)
        var bytes: [UInt8] = []
        while bytes.count < count {
            if bytes.count > 10, Int.random(in: 0..<4, using: &generator) == 0 {
                let distance = Int.random(in: 1...min(bytes.count, 32_768), using: &generator)
                let start = bytes.count - distance
                for index in 0..<Int.random(in: 3...300, using: &generator) { bytes.append(bytes[start + index]) }
            } else {
                bytes.append(UInt8.random(in: 0...alphabet, using: &generator))
            }
        }
        return bytes
    }

    @Test(arguments: 0..<40)
    func whatZlibCompressesComesBack(seed: Int) throws {
        let bytes = Self.sample(UInt64(seed))
        for level in [Int32(0), 1, 6, 9] {
            for strategy in [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE] {
                let decoded = try inflate(Zlib.compress(bytes, level: level, strategy: strategy))
                #expect(decoded.isComplete)
                #expect(decoded.bytes.array == bytes)
            }
        }
    }

    @Test(arguments: 0..<60)
    func damagedDataGiveWhatZlibGivesBeforeTheDamage(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 1000)
        let bytes = Self.sample(UInt64(seed))
        var packed = Zlib.compress(bytes)
        for _ in 0..<20 {
            var damaged = packed
            if Bool.random(using: &generator), damaged.count > 4 {
                damaged.removeLast(Int.random(in: 1...(damaged.count - 3), using: &generator))
            } else {
                let place = Int.random(in: 2..<damaged.count, using: &generator)
                damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            let ours = try inflate(damaged)
            let theirs = Zlib.inflate(damaged)
            if theirs.isComplete { #expect(ours.isComplete && ours.bytes.array == theirs.bytes) }
            // zlib stops a few bytes sooner or later where the input ends in the middle of a code.
            let common = min(ours.bytes.count, theirs.bytes.count)
            #expect(ours.bytes.array.prefix(common) == theirs.bytes.prefix(common))
            #expect(ours.bytes.count + 300 >= theirs.bytes.count)
        }
        packed.removeLast(4)
        let withoutSum = try inflate(packed)
        #expect(withoutSum.isComplete && withoutSum.bytes.array == bytes, "the check sum is not needed")
    }

    @Test func limitsStopABomb() {
        let bomb = Zlib.compress([UInt8](repeating: 0, count: 4_000_000))
        #expect(throws: PDFError(.tooLarge, "")) { try inflate(bomb, limit: 1_000_000) }
        #expect(throws: PDFError(.tooMuchWork, "")) { try inflate(bomb, steps: 100_000) }
        #expect(throws: PDFError(.outOfTime, "")) {
            try Inflate.decode(PDFBytes(bomb), limit: .max, budget: PDFBudget(isOutOfTime: { true }))
        }
        #expect(throws: Never.self) { try inflate(bomb, limit: 4_000_000) }
    }

    @Test(arguments: [0, 1, 6, 9], [0, 1, 7, 1_000, 100_000])
    func exactlyOneStreamIsToldFromOthers(level: Int32, count: Int) throws {
        func exact(_ bytes: [UInt8]) throws -> [UInt8]? {
            try Inflate.decodeExactly(PDFBytes(bytes), limit: 1 << 20, budget: PDFBudget())?.array
        }
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
        let packed = Zlib.compress(plain, level: level)
        #expect(try exact(packed) == plain)
        #expect(try exact(packed + [0]) == nil)
        #expect(try exact(Array(packed.dropLast())) == nil)
        #expect(try exact(packed.dropLast() + [packed[packed.count - 1] ^ 1]) == nil)
        // A window of 64 kB.
        #expect(try exact([0x88, 0x1C] + packed.dropFirst(2)) == nil)
    }

    @Test func whatIsNoZlibStreamGivesNothing() throws {
        for bytes in [[], [0x78], [0x78, 0x9C], [0x78, 0x9D, 3, 0], [0x79, 0x9C, 3, 0], Array("stream".utf8)] as [[UInt8]] {
            let decoded = try inflate(bytes)
            #expect(decoded.bytes.count == 0 && !decoded.isComplete)
        }
    }
}
