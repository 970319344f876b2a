import Passkeys
import Testing

/// The canonical CBOR of CTAP2, and everything that is not.
struct CBORTests {
    static let valid: [(String, CBORValue)] = [
        ("00", 0), ("17", 23), ("1818", 24), ("18ff", 255), ("190100", 256), ("1a00010000", 65_536),
        ("1b0000000100000000", .unsigned(1 << 32)), ("1bffffffffffffffff", .unsigned(.max)),
        ("20", -1), ("37", -24), ("3818", -25), ("3903e7", -1000), ("3bffffffffffffffff", .negative(.max)),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("62c3bc", .text("ü")),
        ("80", .array([])), ("83010203", .array([1, 2, 3])), ("f4", .simple(20)), ("f7", .simple(23)), ("a0", .map([:])),
        ("a301022001613103", .map([.text("1"): 3, -1: 1, 1: 2])),
    ]

    @Test(arguments: valid) func aValueIsReadAndWrittenAsItIs(_ hex: String, _ value: CBORValue) throws {
        #expect(try CBORDecoder.decode(bytes(hex)[...]) == value)
        #expect(value.encoded == bytes(hex))
    }

    @Test(arguments: [
        ("", "nothing"), ("1800", "an integer too long"), ("1817", "an integer too long"), ("1900ff", "an integer too long"),
        ("1a0000ffff", "an integer too long"), ("1b00000000ffffffff", "an integer too long"), ("580101", "a length too long"),
        ("1c", "a reserved length"), ("5f4101ff", "indefinite bytes"), ("7f6161ff", "an indefinite text"),
        ("9f01ff", "an indefinite array"),
        ("bf0102ff", "an indefinite map"), ("ff", "a break"), ("c001", "a tag"), ("f90000", "a half float"),
        ("fb3ff199999999999a", "a float"),
        ("f818", "a simple value of two bytes"), ("f3", "an unassigned value"), ("a2010101", "a map cut short"),
        ("a201010102", "a key twice"),
        ("a202010102", "keys out of order"), ("a220010102", "a negative key first"), ("a2626161016162", "a map cut short"),
        ("a262616101616202", "a long key first"), ("a1a00001", "a map as key"), ("a1800001", "an array as key"),
        ("61ff", "a text that is no UTF-8"),
        ("0000", "a byte more"), ("8181818180", "five levels"), ("9a7fffffff", "an array that claims too much"),
        ("bbffffffffffffffff", "a map that claims too much"), ("5bffffffffffffffff", "bytes that claim too much"),
        ("4201", "bytes cut short"),
    ]) func whatIsNotCanonicalIsRefused(_ hex: String, _ what: String) {
        #expect(throws: PasskeyError.self, "\(what)") { try CBORDecoder.decode(bytes(hex)[...]) }
    }

    @Test func fourLevelsAreRead() throws {
        #expect(try CBORDecoder.decode(bytes("81818180")[...]) == .array([.array([.array([.array([])])])]))
    }

    @Test func limitsAreKept() {
        var limits = CBORDecoder.Limits()
        limits.values = 3
        #expect(throws: Never.self) { try CBORDecoder.decode(bytes("820102")[...], limits: limits) }
        #expect(throws: PasskeyError.self) { try CBORDecoder.decode(bytes("83010203")[...], limits: limits) }
        limits.bytes = 2
        #expect(throws: PasskeyError.self) { try CBORDecoder.decode(bytes("820102")[...], limits: limits) }
    }

    @Test func aPrefixLeavesTheRest() throws {
        let (value, rest) = try CBORDecoder.decodePrefix(bytes("0001ff")[1...])
        #expect(value == 1)
        #expect(Array(rest) == [0xFF])
    }
}

/// The bytes that hexadecimal digits stand for.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
