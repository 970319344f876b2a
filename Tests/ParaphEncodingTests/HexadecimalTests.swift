import ParaphEncoding
import Testing

@Suite struct HexadecimalTests {
    private static let all = (UInt8.min ... .max).map { $0 }

    @Test func everyByteIsTwoDigitsAndComesBack() {
        let text = Hexadecimal.encode(Self.all)
        #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect(Hexadecimal.encode(Self.all, .upper) == text.uppercased())
        #expect(Hexadecimal.decode(text) == Self.all && Hexadecimal.decode(text.uppercased()) == Self.all)
        #expect(Hexadecimal.encode([]).isEmpty && Hexadecimal.decode("") == [])
    }

    @Test(arguments: ["0", "abc", "0g", "g0", "/0", ":0", "@0", "G0", "`0", " 0", "0x", "é", "１２"])
    func otherTextHasNoBytes(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
        #expect(!Hexadecimal.isLower(text, count: text.utf8.count) || text.utf8.count % 2 == 1)
    }

    @Test func aDigestIsWrittenInLowerCase() {
        #expect(Hexadecimal.isLower("00ff", count: 4))
        #expect(!Hexadecimal.isLower("00fF", count: 4) && !Hexadecimal.isLower("00ff", count: 5) && !Hexadecimal.isLower("00ff0", count: 4))
    }
}
