/// Decodes LZW as TIFF and PostScript have it (ISO 32000-2, 7.4.4).
enum LZW {
    /// Decodes up to the end code, or up to the damage.
    ///
    /// `earlyChange` says whether codes grow by a bit one code early, as is the default. Throws `tooLarge`, `tooMuchWork`, `outOfTime`.
    static func decode(_ data: PDFBytes, earlyChange: Bool, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        // A code stands for an earlier piece of the output: where it starts, and how long it is.
        var starts = [Int](repeating: 0, count: 4096)
        var lengths = [Int](repeating: 0, count: 4096)
        var output = ByteBuffer(capacity: min(data.count * 3, 1 << 20), limit: limit)
        var next = 258
        var width = 9
        var previous: (start: Int, length: Int)?
        var bits = 0
        var bitCount = 0
        var position = 0
        while true {
            while bitCount < width {
                let byte = data.peek(position)
                guard byte >= 0 else { return Decoded(bytes: output.finish(), isComplete: false) }
                position += 1
                bits = (bits << 8 | byte) & 0xFF_FFFF
                bitCount += 8
            }
            bitCount -= width
            let code = bits >> bitCount & (1 << width - 1)
            if code == 257 { return Decoded(bytes: output.finish(), isComplete: true) }
            if code == 256 {
                (next, width, previous) = (258, 9, nil)
                try budget.spend()
                continue
            }
            let start = output.count
            let length: Int
            if code < 256 {
                length = 1
                guard output.append(UInt8(code)) else { throw tooLarge }
            } else {
                var source: Int
                if code < next {
                    (source, length) = (starts[code], lengths[code])
                } else if code == next, let previous {
                    // The piece that is being made: the one before and its first byte again.
                    (source, length) = (previous.start, previous.length + 1)
                } else {
                    return Decoded(bytes: output.finish(), isComplete: false)
                }
                guard output.reserve(length) else { throw tooLarge }
                for _ in 0..<length {
                    _ = output.append(output.memory[source])
                    source += 1
                }
            }
            try budget.spend(length)
            if let previous, next < 4096 {
                starts[next] = previous.start
                lengths[next] = previous.length + 1
                next += 1
            }
            previous = (start, length)
            if next + (earlyChange ? 1 : 0) >= 1 << width, width < 12 { width += 1 }
        }
    }

    private static var tooLarge: PDFError { PDFError(.tooLarge, "A stream gives more bytes than the limits allow") }
}
