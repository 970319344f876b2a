import Testing

@testable import ParaphTrust

/// A power modulo a number, the slow way.
private func power(_ base: UInt64, _ exponent: UInt64, _ modulus: UInt64) -> UInt64 {
    var result: UInt64 = 1
    for _ in 0..<exponent { result = modulus.dividingFullWidth(result.multipliedFullWidth(by: base)).remainder }
    return result
}

private func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

@Test func powersAreThoseOfArithmetic() throws {
    var generator = SystemRandomNumberGenerator()
    for size in [9, 16, 31, 32, 33, 63, 64] {
        for _ in 0..<20 {
            let modulus = (generator.next() as UInt64) >> UInt64(64 - size) | 1 | 1 << UInt64(size - 1)
            let base = (generator.next() as UInt64) % modulus
            let exponent = UInt64.random(in: 1...300, using: &generator)
            let found = try #require(ModularPower(bytes(modulus))?.raise(bytes(base), to: bytes(exponent)))
            #expect(found.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == power(base, exponent, modulus))
        }
    }
}

@Test func fermatHoldsForALargePrime() throws {
    // 2^127 − 1 is prime: any number to the power of it is itself. The exponent takes two steps, since it has 16 bytes.
    let prime: [UInt8] = [0x7f] + [UInt8](repeating: 0xff, count: 15)
    let field = try #require(ModularPower(prime))
    let base: [UInt8] = [0x12] + [UInt8](repeating: 0x34, count: 15)
    var value = base
    for _ in 0..<127 { value = try #require(field.raise(value, to: [2])) }
    // Squared 127 times it is raised to 2^127 = (2^127 − 1) + 1: itself, squared.
    #expect(value == field.raise(base, to: [2]))
}

@Test func whatIsNoModulusOrNoResidueIsRefused() {
    #expect(ModularPower([]) == nil)
    #expect(ModularPower([0, 0, 3]) == nil)
    #expect(ModularPower([1, 2]) == nil)
    #expect(ModularPower([UInt8](repeating: 0xff, count: 2049)) == nil)
    let field = ModularPower([1, 1])
    #expect(field?.raise([1, 1], to: [3]) == nil)
    #expect(field?.raise([2], to: []) == nil)
    #expect(field?.raise([2], to: [UInt8](repeating: 1, count: 9)) == nil)
    #expect(field?.raise([2], to: [8]) == [1, 0])
}
