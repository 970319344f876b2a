import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct DeflateTests {
    @Test(arguments: 0..<40)
    func zlibReadsWhatIsWritten(seed: Int) throws {
        let bytes = InflateTests.sample(UInt64(seed))
        let packed = Deflate.encode(bytes)
        let theirs = Zlib.inflate(packed)
        #expect(theirs.isComplete)
        #expect(theirs.bytes == bytes)
        let ours = try Inflate.decode(PDFBytes(packed), limit: 1 << 24, budget: PDFBudget())
        #expect(ours.isComplete && ours.bytes.array == bytes)
    }

    @Test func plainInputsAreWrittenToo() {
        var inputs: [[UInt8]] = [[], [0], [1, 2], [7, 7, 7], Array(0...255), [UInt8](repeating: 9, count: 300_000)]
        var generator = SeededGenerator(seed: 5)
        inputs.append((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        // Frequencies that would give codes of more than 15 bits.
        var skewed: [UInt8] = []
        var (count, next) = (1, 1)
        for symbol in UInt8(0)..<24 {
            skewed += [UInt8](repeating: symbol, count: count)
            (count, next) = (next, count + next)
            if count > 40_000 { break }
        }
        skewed.shuffle(using: &generator)
        inputs.append(Array(skewed.prefix(20_000)))
        for input in inputs {
            let packed = Deflate.encode(input)
            let result = Zlib.inflate(packed)
            #expect(result.isComplete)
            #expect(result.bytes == input)
            #expect(packed.count <= input.count + input.count / 1000 + 30)
        }
    }

    @Test func itIsAboutAsTightAsZlib() {
        let text = Array((0..<4000).map { "\($0 * 7919) 0 obj <</Type/Page/Parent 2 0 R>> endobj\n" }.joined().utf8)
        #expect(Deflate.encode(text).count * 100 <= Zlib.compress(text).count * 108)
    }
}
