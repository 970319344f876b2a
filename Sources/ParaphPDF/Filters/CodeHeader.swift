/// How a block says in which code it is written (RFC 1951, 3.2.7).
struct CodeHeader {
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private let literalCount: Int
    private let distanceCount: Int
    private var lengthCount = 19
    /// The symbols for the lengths, each with the value and the width of what follows it.
    private let runs: [(symbol: Int, value: Int, width: Int)]
    private let code: HuffmanCode
    /// How many bits the header has.
    let bits: Int

    init(_ literals: HuffmanCode, _ distances: HuffmanCode) {
        literalCount = max(257, (literals.lengths.prefix(286).lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = max(1, (distances.lengths.prefix(30).lastIndex { $0 > 0 } ?? 0) + 1)
        runs = Self.runs(Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount]))
        var counts = [Int](repeating: 0, count: 19)
        for run in runs { counts[run.symbol] += 1 }
        code = HuffmanCode(frequencies: counts, limit: 7)
        while lengthCount > 4, code.lengths[Self.order[lengthCount - 1]] == 0 { lengthCount -= 1 }
        var total = 14 + 3 * lengthCount
        for run in runs { total += Int(code.lengths[run.symbol]) + run.width }
        bits = total
    }

    private static func runs(_ lengths: [UInt8]) -> [(symbol: Int, value: Int, width: Int)] {
        var runs: [(symbol: Int, value: Int, width: Int)] = []
        var index = 0
        while index < lengths.count {
            var end = index + 1
            while end < lengths.count, lengths[end] == lengths[index] { end += 1 }
            var left = end - index
            if lengths[index] == 0 {
                while left >= 11 {
                    let count = min(left, 138)
                    runs.append((18, count - 11, 7))
                    left -= count
                }
                if left >= 3 {
                    runs.append((17, left - 3, 3))
                    left = 0
                }
            } else {
                runs.append((Int(lengths[index]), 0, 0))
                left -= 1
                while left >= 3 {
                    let count = min(left, 6)
                    runs.append((16, count - 3, 2))
                    left -= count
                }
            }
            for _ in 0..<left { runs.append((Int(lengths[index]), 0, 0)) }
            index = end
        }
        return runs
    }

    func write(to writer: inout BitWriter) {
        writer.put(literalCount - 257, 5)
        writer.put(distanceCount - 1, 5)
        writer.put(lengthCount - 4, 4)
        for symbol in Self.order[..<lengthCount] { writer.put(Int(code.lengths[symbol]), 3) }
        for run in runs {
            writer.put(Int(code.codes[run.symbol]), Int(code.lengths[run.symbol]))
            writer.put(run.value, run.width)
        }
    }
}
