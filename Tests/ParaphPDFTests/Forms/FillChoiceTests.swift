import Testing

@testable import ParaphPDF

@Suite struct FillChoiceTests {
    @Test func anOptionIsStoredByItsExportValue() throws {
        let form = TestForm(["/T(c)/FT/Ch/Ff 131072/Opt[[(x)(Shown x)](y)]/DA(/Cour 10 Tf)"])
        for text in ["x", "Shown x"] {
            let file = try form.filled([("c", .text(text))]).file
            #expect(try file.value("c") == "x")
            #expect(try file.drawing(of: "c").contains("<53686F776E2078> Tj"))
        }
        #expect(try form.refusal("c", .text("z")) == .noOption)
        #expect(try form.refusal("c", .choices(["x", "y"])) == .wrongType)
        #expect(try form.refusal("c", .checked(true)) == .wrongType)
    }

    @Test func someCombosTakeOtherTexts() throws {
        let form = TestForm(["/T(c)/FT/Ch/Ff 393216/Opt[(a)]/I[0]/DA(/Cour 10 Tf)"])
        let file = try form.filled([("c", .text("own"))]).file
        #expect(try file.value("c") == "own")
        #expect(try file.field("c")?["I"] == nil)
        #expect(try form.refusal("c", .text("a\nb")) == .oneLine)
    }

    @Test func severalOptionsOfAListAreChosen() throws {
        let options = (0..<20).map { "(n\($0))" }.joined()
        let form = TestForm(["/T(c)/FT/Ch/Ff 2097152/Opt[\(options)]/DA(/Cour 10 Tf)"])
        let file = try form.filled([("c", .choices(["n9", "n7"]))]).file
        let field = try #require(try file.field("c"))
        #expect(try file.valueText(of: field) == "n7\nn9")
        #expect(field["I"] == .array([.integer(7), .integer(9)]))
        // The list shows one line; the first chosen one is seen.
        #expect(field["TI"] == .integer(7))
        let drawing = try file.drawing(of: "c")
        #expect(drawing.contains("<6E37> Tj") && !drawing.contains("<6E36> Tj"))
        #expect(drawing.contains("0.6 0.76 0.86 rg"))
        let emptied = try form.filled([("c", .choices(["n7"])), ("c", .empty)]).file
        #expect(try emptied.value("c") == "")
        #expect(try emptied.field("c")?["I"] == nil)
        #expect(try TestForm(["/T(c)/FT/Ch/Opt[(a)(b)]"]).refusal("c", .choices(["a", "b"])) == .wrongType)
        #expect(try TestForm(["/T(c)/FT/Ch"]).refusal("c", .text("a")) == .noOption)
    }
}
