// The compact binary form of a drawing, version 1: what the server keeps of a signature on a document.
//
//   drawing = "InkD" %x01  number(lines)  *line
//   line    = number(knots, at least 1)  *knot
//   knot    = signed(x)  signed(y)  radius
//   radius  = one byte, 1 … 127
//
// `number` and `signed` are those of the sample's form. x and y are written as the difference from a prediction, which starts at 0 and carries
// on over lines: to move on as from the knot before it, and to stay for the first two knots of a line. Two knots in a row of one line lie
// apart. A drawing has one encoding only: the decoder refuses every other.

extension InkDrawing {
    private static let magic: [UInt8] = [0x49, 0x6E, 0x6B, 0x44, 0x01]

    /// The drawing in its compact binary form, which ``init(decoding:limits:)`` reads.
    public func encoded() -> [UInt8] {
        var bytes = Self.magic
        bytes.putNumber(UInt64(lines.count))
        var prediction = Prediction()
        for line in lines {
            bytes.putNumber(UInt64(line.count))
            prediction.beginLine()
            for knot in line {
                bytes.putSigned(Int64(knot.x - prediction.x))
                bytes.putSigned(Int64(knot.y - prediction.y))
                bytes.put(UInt8(truncatingIfNeeded: knot.radius))
                prediction.advance(to: knot)
            }
        }
        return bytes
    }

    /// Reads a drawing from its compact binary form; `encoded()` gives the same bytes again.
    ///
    /// Nothing larger than the limits and the bytes themselves justify is allocated. Complexity: O(bytes).
    ///
    /// Throws ``InkError`` with the byte offset in `position`: `truncated`, `malformed`, `tooLarge`, `outOfRange`, or `empty` where a line
    /// or the drawing has nothing.
    public init(decoding bytes: [UInt8], limits: Limits = Limits()) throws(InkError) {
        var reader = InkReader(bytes)
        for expected in Self.magic where reader.byte() != expected { reader.fail(.malformed, at: reader.offset - 1) }
        var lines: [[Knot]] = []
        var room = limits.knots
        var prediction = Prediction()
        for _ in 0..<reader.count(atMost: limits.lines, smallest: 4) {
            let count = reader.count(atMost: room, smallest: 3)
            room -= count
            prediction.beginLine()
            var line: [Knot] = []
            for _ in 0..<count where reader.failure == nil {
                let start = reader.offset
                let (x, y) = (Int64(prediction.x) + reader.signed(), Int64(prediction.y) + reader.signed())
                let radius = Int(reader.byte())
                let side = Int64(Self.grid)
                guard x >= 0, x < side, y >= 0, y < side, radius >= 1, radius <= Self.largestRadius else {
                    reader.fail(.outOfRange, at: start)
                    break
                }
                let knot = Knot(x: Int(x), y: Int(y), radius: radius)
                if let last = line.last, last.x == knot.x, last.y == knot.y { reader.fail(.malformed, at: start) }
                prediction.advance(to: knot)
                line.append(knot)
            }
            lines.append(line)
        }
        if reader.offset < bytes.count { reader.fail(.malformed, at: reader.offset) }
        if let failure = reader.failure { throw failure }
        self.init(lines: lines)
    }

    /// Where the next knot is expected.
    private struct Prediction {
        private var last = (x: 0, y: 0)
        private var step = (x: 0, y: 0)
        private var isFirst = true

        var x: Int { last.x + step.x }
        var y: Int { last.y + step.y }

        mutating func beginLine() {
            step = (0, 0)
            isFirst = true
        }

        mutating func advance(to knot: Knot) {
            if !isFirst { step = (knot.x - last.x, knot.y - last.y) }
            isFirst = false
            last = (knot.x, knot.y)
        }
    }
}
