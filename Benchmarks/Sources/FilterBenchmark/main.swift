import CZlib
import Foundation

@testable import ParaphPDF

// usage: FilterBenchmark [FILE…]     swift run -c release -Xswiftc -enable-testing --package-path Benchmarks FilterBenchmark
// Inflates and deflates what PDF files hold, and the files given, by ParaphPDF's own code and by zlib in turn, on one thread. Prints
// medians of the processor's milliseconds, and the ratios.

func spent() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1e6
}

func zlibDeflate(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    compress2(&output, &count, bytes, uLong(bytes.count), 6)
    return Array(output[..<Int(count)])
}

func zlibInflate(_ bytes: [UInt8], count: Int) -> Int {
    var written = uLong(count)
    let output = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        uncompress(buffer.baseAddress, &written, bytes, uLong(bytes.count))
        initialized = Int(written)
    }
    return output.count
}

/// What a page draws: operators and numbers.
func drawing(_ count: Int) -> [UInt8] {
    var (text, state) = ("", UInt64(7))
    func next(_ limit: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % limit
    }
    while text.utf8.count < count {
        text += "q 1 0 0 1 \(next(600)).\(next(100)) \(next(800)) cm BT /F\(next(4)) \(next(20)) Tf (Clause \(next(90))) Tj ET Q\n"
    }
    return Array(text.utf8.prefix(count))
}

/// Rows of a smooth picture with a little noise.
func picture(_ count: Int) -> [UInt8] {
    var state = UInt64(9)
    return (0..<count).map { index in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: index / 97 + index % 640 / 5 + Int((state >> 60) & 3))
    }
}

var inputs = [("page, 1 MB", drawing(1 << 20)), ("picture, 4 MB", picture(4 << 20)), ("page, 20 KB", drawing(20_000))]
for path in CommandLine.arguments.dropFirst() { inputs.append((path, Array(try Data(contentsOf: URL(filePath: path))))) }

for (name, bytes) in inputs {
    let packed = zlibDeflate(bytes)
    var times: [[Double]] = [[], [], [], []]
    let rounds = max(9, min(200, 60_000_000 / max(bytes.count, 1)))
    var size = 0
    for _ in 0..<rounds {
        let starts = [spent()]
        let inflated = try Inflate.decode(PDFBytes(packed), limit: bytes.count + 1, budget: PDFBudget())
        let second = spent()
        let count = zlibInflate(packed, count: bytes.count)
        let third = spent()
        size = Deflate.encode(bytes).count
        let fourth = spent()
        let other = zlibDeflate(bytes).count
        let end = spent()
        guard inflated.bytes.count == bytes.count, count == bytes.count, other > 0 else { throw PDFError(.malformed, "the two differ") }
        for (index, time) in [second - starts[0], third - second, fourth - third, end - fourth].enumerated() { times[index].append(time) }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    func shown(_ value: Double) -> String { String(format: "%.3f", value) }
    print(
        "\(name): inflate \(shown(medians[0])) ms, zlib \(shown(medians[1])) ms, \(shown(medians[0] / medians[1])) times; deflate",
        "\(shown(medians[2])) ms, zlib \(shown(medians[3])) ms, \(shown(medians[2] / medians[3])) times; packed \(size), zlib \(packed.count)"
    )
}
