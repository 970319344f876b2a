/// Takes back what a predictor did to the rows before compression (ISO 32000-2, 7.4.4.4).
struct Predictor {
    /// The bytes from a sample to the same one of the next column, and of a row.
    private let pixel: Int
    private let row: Int
    private let colours: Int
    private let bits: Int
    private let columns: Int
    /// Whether each row begins with a byte that says how it was predicted (PNG), or all are predicted from the left (TIFF).
    private let isPNG: Bool

    /// A predictor as parameters describe it; nil if they ask for none.
    init?(_ parameters: FilterParameters) throws(PDFError) {
        guard parameters.predictor > 1 else { return nil }
        guard parameters.predictor == 2 || (10...15).contains(parameters.predictor) else {
            throw PDFError(.unsupported, "A predictor is unknown")
        }
        (colours, bits, columns) = (parameters.colours, parameters.bits, parameters.columns)
        guard (1...64).contains(colours), [1, 2, 4, 8, 16].contains(bits), (1...(1 << 20)).contains(columns) else {
            throw PDFError(.malformed, "A predictor's row is out of range")
        }
        isPNG = parameters.predictor >= 10
        pixel = (colours * bits + 7) / 8
        row = (colours * bits * columns + 7) / 8
    }

    /// Whether data are whole rows, each predicted in a way that there is: programs do not agree about others.
    func isRegular(_ data: PDFBytes) -> Bool {
        guard isPNG else { return data.count % row == 0 }
        guard data.count % (row + 1) == 0 else { return false }
        var place = 0
        while place < data.count {
            if data.peek(place) > 4 { return false }
            place += row + 1
        }
        return true
    }

    /// The rows as they were.
    func undo(_ data: PDFBytes, budget: PDFBudget) throws(PDFError) -> PDFBytes {
        try budget.spend(data.count)
        let stride = isPNG ? row + 1 : row
        let rows = data.count / stride + (data.count % stride == 0 ? 0 : 1)
        guard rows > 0 else { return PDFBytes() }
        let size = isPNG ? max(0, data.count - rows) : data.count
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, size))
        output.initialize(repeating: 0, count: max(1, size))
        data.withBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            if isPNG { undoPNG(start, count: bytes.count, output) } else { undoTIFF(start, count: bytes.count, output) }
        }
        return PDFBytes(owning: output, count: size)
    }

    private func undoPNG(_ input: UnsafePointer<UInt8>, count: Int, _ output: UnsafeMutablePointer<UInt8>) {
        var source = 0
        var target = 0
        var above: UnsafeMutablePointer<UInt8>?
        while source < count {
            let kind = input[source]
            let length = min(row, count - source - 1)
            let from = input + source + 1
            let to = output + target
            switch kind {
            case 1:
                for index in 0..<length { to[index] = from[index] &+ (index < pixel ? 0 : to[index - pixel]) }
            case 2:
                if let above {
                    for index in 0..<length { to[index] = from[index] &+ above[index] }
                } else {
                    to.update(from: from, count: length)
                }
            case 3:
                for index in 0..<length {
                    let left = index < pixel ? 0 : Int(to[index - pixel])
                    to[index] = from[index] &+ UInt8((left + Int(above?[index] ?? 0)) / 2)
                }
            case 4:
                for index in 0..<length {
                    let left = index < pixel ? 0 : Int(to[index - pixel])
                    let upper = Int(above?[index] ?? 0)
                    let corner = index < pixel ? 0 : Int(above?[index - pixel] ?? 0)
                    to[index] = from[index] &+ Self.paeth(left, upper, corner)
                }
            default: to.update(from: from, count: length)
            }
            above = to
            source += length + 1
            target += length
        }
    }

    private static func paeth(_ left: Int, _ upper: Int, _ corner: Int) -> UInt8 {
        let estimate = left + upper - corner
        let (toLeft, toUpper, toCorner) = (abs(estimate - left), abs(estimate - upper), abs(estimate - corner))
        let nearest = toLeft <= toUpper && toLeft <= toCorner ? left : toUpper <= toCorner ? upper : corner
        return UInt8(truncatingIfNeeded: nearest)
    }

    private func undoTIFF(_ input: UnsafePointer<UInt8>, count: Int, _ output: UnsafeMutablePointer<UInt8>) {
        output.update(from: input, count: count)
        var start = 0
        while start < count {
            let length = min(row, count - start)
            let line = output + start
            if bits == 8 {
                if colours < length { for index in colours..<length { line[index] = line[index] &+ line[index - colours] } }
            } else if bits == 16 {
                var index = colours * 2
                while index + 1 < length {
                    let before = UInt16(line[index - colours * 2]) << 8 | UInt16(line[index - colours * 2 + 1])
                    let sum = (UInt16(line[index]) << 8 | UInt16(line[index + 1])) &+ before
                    line[index] = UInt8(truncatingIfNeeded: sum >> 8)
                    line[index + 1] = UInt8(truncatingIfNeeded: sum)
                    index += 2
                }
            } else {
                undoNarrow(line, length: length)
            }
            start += length
        }
    }

    /// Samples of less than a byte.
    private func undoNarrow(_ line: UnsafeMutablePointer<UInt8>, length: Int) {
        let mask = 1 << bits - 1
        var sums = [Int](repeating: 0, count: colours)
        for sample in 0..<min(columns * colours, length * 8 / bits) {
            let place = sample * bits
            let shift = 8 - bits - place % 8
            let value = (Int(line[place / 8]) >> shift + sums[sample % colours]) & mask
            sums[sample % colours] = value
            line[place / 8] = UInt8(truncatingIfNeeded: Int(line[place / 8]) & ~(mask << shift) | value << shift)
        }
    }
}
