/// ASCII text with numbers of a fixed number of decimals, as SVG and PDF want them: no exponents, nothing that may be left out.
struct DecimalText {
    private(set) var bytes: [UInt8] = []
    private let decimals: Int
    private let steps: Double

    /// Makes an empty text whose numbers have up to `decimals` digits after the point, at most 9.
    init(decimals: Int) {
        self.decimals = max(0, min(9, decimals))
        var steps = 1.0
        for _ in 0..<self.decimals { steps *= 10 }
        self.steps = steps
    }

    var string: String {
        String(decoding: bytes, as: UTF8.self)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(ascii character: UInt8) {
        bytes.append(character)
    }

    /// The number in units of the last decimal; 0 for what is not finite, and no more than nine quadrillion.
    func whole(_ number: Double) -> Int64 {
        let product = (number * steps).rounded(.toNearestOrEven)
        guard product.isFinite else { return 0 }
        return Int64(max(-9e15, min(9e15, product)))
    }

    /// Appends a number given in units of the last decimal.
    mutating func append(whole number: Int64) {
        if number < 0 { append("-") }
        var digits: [UInt8] = []
        var rest = number.magnitude
        var place = 0
        while rest > 0 {
            let digit = UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            if place == decimals, !digits.isEmpty { digits.append(0x2E) }
            if place >= decimals || !digits.isEmpty || digit != 0 { digits.append(0x30 + digit) }
            place += 1
        }
        if place <= decimals, !digits.isEmpty {
            for _ in place..<decimals { digits.append(0x30) }
            digits.append(0x2E)
        }
        if digits.isEmpty { digits.append(0x30) }
        bytes.append(contentsOf: digits.reversed())
    }

    /// Appends a number, rounded.
    mutating func append(_ number: Double) {
        append(whole: whole(number))
    }
}
