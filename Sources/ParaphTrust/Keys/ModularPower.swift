/// Raises numbers to a power modulo an odd number, by Montgomery's multiplication: the public operation of RSA.
///
/// For what is public only: its time depends on the numbers.
struct ModularPower {
    /// 16384 bits: more than any key has.
    private static let byteLimit = 2048
    /// The modulus, the lowest limb first.
    private let modulus: [UInt64]
    /// −1/modulus modulo 2⁶⁴.
    private let inverse: UInt64
    private let byteCount: Int

    /// Prepares a modulus, the highest byte first; nil where it is even, too small or too long.
    init?(_ bytes: some Collection<UInt8>) {
        let trimmed = Array(bytes.drop { $0 == 0 })
        guard trimmed.count > 1, trimmed.count <= Self.byteLimit, let last = trimmed.last, last & 1 == 1 else { return nil }
        byteCount = trimmed.count
        modulus = Self.limbs(trimmed, count: (trimmed.count + 7) / 8)
        // Newton's iteration doubles the right bits: 3, 6, … 96.
        let low = modulus[0]
        var value = low &* 3 ^ 2
        for _ in 0..<5 { value = value &* (2 &- low &* value) }
        inverse = 0 &- value
    }

    /// Raises a number that is below the modulus; nil where it is not, or the exponent is longer than eight bytes.
    ///
    /// - Parameters:
    ///   - base: the highest byte first.
    ///   - exponent: the highest byte first.
    /// - Returns: as many bytes as the modulus has, the highest first.
    func raise(_ base: some Collection<UInt8>, to exponent: some Collection<UInt8>) -> [UInt8]? {
        let power = exponent.drop { $0 == 0 }
        let number = Array(base.drop { $0 == 0 })
        guard power.count <= 8, !power.isEmpty, number.count <= byteCount else { return nil }
        let limbs = Self.limbs(number, count: modulus.count)
        guard !Self.isAtLeast(limbs, modulus) else { return nil }
        let bits = power.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let factor = multiplied(limbs, square)
        var result = factor
        for bit in (0..<(63 - bits.leadingZeroBitCount)).reversed() {
            result = multiplied(result, result)
            if bits >> UInt64(bit) & 1 == 1 { result = multiplied(result, factor) }
        }
        var one = [UInt64](repeating: 0, count: modulus.count)
        one[0] = 1
        result = multiplied(result, one)
        return (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: result[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }

    /// R², where R is 2 to the modulus' limbs' bits, modulo the modulus.
    private var square: [UInt64] {
        var value = [UInt64](repeating: 0, count: modulus.count)
        value[0] = 1
        for _ in 0..<(modulus.count * 128) {
            var carry: UInt64 = 0
            for index in value.indices {
                let next = value[index] >> 63
                value[index] = value[index] << 1 | carry
                carry = next
            }
            if carry == 1 || Self.isAtLeast(value, modulus) { Self.subtract(modulus, from: &value) }
        }
        return value
    }

    /// The product over R, modulo the modulus.
    private func multiplied(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        let count = modulus.count
        var sum = [UInt64](repeating: 0, count: count + 2)
        for limb in left {
            var carry: UInt64 = 0
            for index in 0..<count { (carry, sum[index]) = Self.addingProduct(limb, right[index], sum[index], carry) }
            var (value, over) = sum[count].addingReportingOverflow(carry)
            sum[count] = value
            sum[count + 1] = over ? 1 : 0
            let quotient = sum[0] &* inverse
            (carry, _) = Self.addingProduct(quotient, modulus[0], sum[0], 0)
            for index in 1..<count { (carry, sum[index - 1]) = Self.addingProduct(quotient, modulus[index], sum[index], carry) }
            (value, over) = sum[count].addingReportingOverflow(carry)
            sum[count - 1] = value
            sum[count] = sum[count + 1] &+ (over ? 1 : 0)
        }
        var result = Array(sum[..<count])
        if sum[count] != 0 || Self.isAtLeast(result, modulus) { Self.subtract(modulus, from: &result) }
        return result
    }

    /// left × right + first + second, which two limbs always hold.
    private static func addingProduct(_ left: UInt64, _ right: UInt64, _ first: UInt64, _ second: UInt64) -> (high: UInt64, low: UInt64) {
        var (high, low) = left.multipliedFullWidth(by: right)
        var over: Bool
        (low, over) = low.addingReportingOverflow(first)
        if over { high &+= 1 }
        (low, over) = low.addingReportingOverflow(second)
        if over { high &+= 1 }
        return (high, low)
    }

    private static func limbs(_ bytes: [UInt8], count: Int) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: count)
        for (index, byte) in bytes.reversed().enumerated() { limbs[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
        return limbs
    }

    private static func isAtLeast(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        for index in left.indices.reversed() where left[index] != right[index] { return left[index] > right[index] }
        return true
    }

    private static func subtract(_ right: [UInt64], from left: inout [UInt64]) {
        var borrow = false
        for index in left.indices {
            let (first, one) = left[index].subtractingReportingOverflow(right[index])
            let (second, two) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            left[index] = second
            borrow = one || two
        }
    }
}
