import Testing

@testable import ParaphInkFormats

@Suite struct JSONCursorTests {
    private func string(_ json: String) throws(FormatError) -> String {
        var cursor = JSONCursor(Array(json.utf8))
        let text = try cursor.string()
        try cursor.end()
        return text
    }

    @Test func escapesAreRead() throws {
        #expect(try string(#""\"\\\/\b\f\n\r\t\u0416 \ud83d\ude00 é""#) == "\"\\/\u{8}\u{C}\n\r\tЖ 😀 é")
        #expect(error { () throws(FormatError) in try string(#""\x""#) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try string(#""\ud83d""#) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try string(#""\ud83d\u0041""#) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try string(#""\u+041""#) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try string(#""\u04"#) }?.code == .truncated)
    }

    @Test(arguments: [
        "0", "-0", "12", "1.5", "-1e3", "1E-2", "123456789012345", "0.1", "1234567890.12345678", "5e-324", ".5", "9007199254740993",
    ])
    func numeralsAreRoundedAsTheStandardLibraryDoes(text: String) {
        #expect(Numeral.value(ArraySlice(text.utf8)) == Double(text))
    }

    @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "nan", "inf", "0x1", "1_0", "1 ", "--1", "1.2.3", String(repeating: "1", count: 65)])
    func whatIsNoNumeralIsNone(text: String) {
        #expect(Numeral.value(ArraySlice(text.utf8)) == nil)
    }

    @Test func valuesOfEveryKindAreSkipped() throws {
        var cursor = JSONCursor(Array(#" {"a":[1,"b",null,true,false,{}],"c":{"d":[]}} "#.utf8))
        try cursor.skip()
        try cursor.end()
    }
}
