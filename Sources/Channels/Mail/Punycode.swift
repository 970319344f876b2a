/// Unicode text as letters, digits and hyphens, for the labels of domain names (RFC 3492).
enum Punycode {
    private static let base: UInt32 = 36
    private static let minimum: UInt32 = 1
    private static let maximum: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700

    /// Encodes a label without its `xn--`; `nil` for one of more than 63 characters, which no domain name may have.
    static func encode(_ label: Substring) -> String? {
        let input = label.unicodeScalars.map(\.value)
        guard input.count <= 63 else { return nil }
        let basic = input.filter { $0 < 0x80 }
        var output = basic.map { UInt8($0) }
        if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
        var next: UInt32 = 0x80
        var delta: UInt32 = 0
        var bias: UInt32 = 72
        var handled = UInt32(basic.count)
        // 63 scalars below 0x110000 keep every sum below 2³²: 0x10FFFF · 64 < 2²⁷.
        while handled < input.count {
            guard let smallest = input.filter({ $0 >= next }).min() else { return nil }
            delta += (smallest - next) * (handled + 1)
            next = smallest
            for value in input {
                if value < next { delta += 1 }
                guard value == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
        var rest = delta
        var position = base
        while true {
            let threshold = position <= bias ? minimum : min(max(position - bias, minimum), maximum)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var rest = isFirst ? delta / damp : delta / 2
        rest += rest / count
        var steps: UInt32 = 0
        while rest > (base - minimum) * maximum / 2 {
            rest /= base - minimum
            steps += base
        }
        return steps + (base - minimum + 1) * rest / (rest + skew)
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 97 : value + 22)
    }
}
