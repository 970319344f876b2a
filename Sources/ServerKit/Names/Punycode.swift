/// Unicode text as letters, digits and hyphens, for the labels of domain names (RFC 3492).
public enum Punycode {
    private static let base: UInt32 = 36
    private static let minimum: UInt32 = 1
    private static let maximum: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700

    /// Encodes a label without its `xn--`; `nil` for one of more than 63 characters, which no domain name may have.
    public static func encode(_ label: Substring) -> String? {
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

    /// Decodes a label without its `xn--`; `nil` where it is none of at most 63 characters, or not the one form in which such a label is written.
    public static func decode(_ label: Substring) -> String? {
        guard label.utf8.count <= 63, label.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let bytes = Array(label.utf8)
        let end = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = bytes[..<(end ?? 0)].map { UInt32($0) }
        var (next, bias, index): (UInt32, UInt32, UInt32) = (0x80, 72, 0)
        var rest = bytes[(end.map { $0 + 1 } ?? 0)...]
        while !rest.isEmpty {
            let (start, count) = (index, UInt32(output.count) + 1)
            var (weight, position): (UInt32, UInt32) = (1, base)
            while true {
                guard let value = rest.popFirst().flatMap(value), let sum = sum(index, value, weight) else { return nil }
                index = sum
                let threshold = position <= bias ? minimum : min(max(position - bias, minimum), maximum)
                if value < threshold { break }
                let (product, overflows) = weight.multipliedReportingOverflow(by: base - threshold)
                guard !overflows else { return nil }
                (weight, position) = (product, position + base)
            }
            bias = adapt(index - start, count: count, isFirst: start == 0)
            let (sum, overflows) = next.addingReportingOverflow(index / count)
            guard !overflows, Unicode.Scalar(sum) != nil else { return nil }
            (next, index) = (sum, index % count)
            output.insert(next, at: Int(index))
            index += 1
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: output.compactMap { Unicode.Scalar($0) })
        return encode(text[...]) == String(label) ? text : nil
    }

    private static func sum(_ index: UInt32, _ digit: UInt32, _ weight: UInt32) -> UInt32? {
        let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflows) = index.addingReportingOverflow(product)
        return isTooLarge || overflows ? nil : sum
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 97
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) - 22
        default: nil
        }
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
