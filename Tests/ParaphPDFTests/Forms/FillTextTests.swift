import Testing

@testable import ParaphPDF

@Suite struct FillTextTests {
    /// The numbers in front of an operator, for each time that it stands in a drawing.
    private func numbers(_ operation: String, in drawing: String) -> [[Double]] {
        drawing.split(separator: "\n").filter { $0.hasSuffix(" " + operation) }.map { $0.split(separator: " ").compactMap { Double($0) } }
    }

    @Test func aTextIsStoredAndShown() throws {
        let (file, refusals) = try TestForm(["/T(a)/FT/Tx/DA(/Cour 10 Tf 1 0 0 rg)"]).filled([("a", .text("Zoé (1) €"))])
        #expect(refusals.isEmpty)
        #expect(try file.value("a") == "Zoé (1) €")
        let drawing = try file.drawing(of: "a")
        #expect(drawing.contains("/Tx BMC"))
        #expect(drawing.contains("1 0 0 rg"))
        #expect(drawing.contains("/Cour 10 Tf\n<5A6FE9202831292080> Tj"))
        let picture = try #require(try file.resolve(file.field("a")?["AP"]?.dictionary?["N"]).stream)
        #expect(picture.dictionary["BBox"] == .array([.integer(0), .integer(0), .integer(200), .integer(16)]))
        #expect(picture.dictionary["Resources"]?.dictionary?["Font"]?.dictionary?["Cour"] != nil)
    }

    @Test func textIsSetLeftInTheMiddleAndRight() throws {
        let form = TestForm(["/T(l)/FT/Tx", "/T(c)/FT/Tx/Q 1", "/T(r)/FT/Tx/Q 2"].map { $0 + "/DA(/Cour 10 Tf)" })
        let file = try form.filled([("l", .text("ab")), ("c", .text("ab")), ("r", .text("ab"))]).file
        let starts = try ["l", "c", "r"].map { try numbers("Tm", in: file.drawing(of: $0)).first?[4] }
        // Two letters of six points in a box of 200 with two points of margin.
        #expect(starts == [2, 94, 186])
    }

    @Test func aSizeOfZeroFitsTheBox() throws {
        let form = TestForm(["/T(short)/FT/Tx", "/T(long)/FT/Tx"])
        let file = try form.filled([("short", .text("a")), ("long", .text(String(repeating: "wide ", count: 20)))]).file
        let sizes = try ["short", "long"].map { try #require(try numbers("Tf", in: file.drawing(of: $0)).first?.first) }
        #expect(sizes[0] > 10 && sizes[0] < 16)
        #expect(sizes[1] >= 4 && sizes[1] < 6)
    }

    @Test func severalLinesAreWrapped() throws {
        let entry = "/T(m)/FT/Tx/Ff 4096/DA(/Cour 10 Tf)"
        // 196 points are 32 letters of six points.
        let text = "one two three four five six seven eight\r\n" + String(repeating: "x", count: 40)
        let file = try TestForm([entry]).filled([("m", .text(text))]).file
        let drawing = try file.drawing(of: "m")
        let lines = drawing.split(separator: "\n").filter { $0.hasSuffix("> Tj") }
        #expect(try file.value("m") == text)
        // The box shows two lines; what lies below is not drawn.
        #expect(lines.first?.count == "<".count + 2 * "one two three four five six ".count + "> Tj".count)
        #expect(numbers("Tm", in: drawing).count >= 2)
    }

    @Test func wrappingKeepsEveryCharacter() throws {
        var set = FontSet([])
        let font = set.standard(.courier)
        let scalars = Array("one two-three fourfive\n\nsix  ".unicodeScalars)
        let text = try FieldText(scalars, in: [font], of: &set)
        for width in [0.1, 1, 3, 5.5, 100] {
            let lines = text.wrapped(width)
            #expect(lines.reduce(0) { $0 + $1.count } == scalars.count - 2)
            for line in lines {
                // Spaces at the end may stand out, and so does a letter that is wider than the line.
                let visible = line.count - line.reversed().prefix { $0.scalar == " " }.count
                #expect(visible <= 1 || Double(visible) * 0.6 <= width + 0.001)
            }
        }
    }

    @Test func aCombGivesEachCharacterACell() throws {
        let form = TestForm(["/T(c)/FT/Tx/Ff 16777216/MaxLen 10/DA(/Cour 10 Tf)/MK<</BC[0]>>"])
        let drawing = try form.filled([("c", .text("AB"))]).file.drawing(of: "c")
        #expect(numbers("Tm", in: drawing).map { $0[4] } == [7, 27])
        #expect(numbers("l", in: drawing).count == 9)
    }

    @Test func aPasswordIsNeverShown() throws {
        let file = try TestForm(["/T(p)/FT/Tx/Ff 8192/DA(/Cour 10 Tf)"]).filled([("p", .text("secret"))]).file
        #expect(try file.drawing(of: "p").contains("<2A2A2A2A2A2A> Tj"))
        #expect(try file.value("p") == "secret")
    }

    @Test func whatAFieldDoesNotTakeIsRefused() throws {
        let form = TestForm(["/T(t)/FT/Tx/MaxLen 3", "/T(ro)/FT/Tx/Ff 1", "/T(push)/FT/Btn/Ff 65536", "/T(sig)/FT/Sig", "/T(none)"])
        #expect(try form.refusal("t", .text("four")) == .tooLong(3))
        #expect(try form.refusal("t", .text("a\nb")) == .oneLine)
        #expect(try form.refusal("t", .checked(true)) == .wrongType)
        #expect(try form.refusal("t", .text("Ж")) == .noGlyph(0x416))
        #expect(try form.refusal("t", .text("שלו")) == .needsShaping)
        #expect(try form.refusal("ro", .text("a")) == .readOnly)
        for name in ["push", "sig", "none"] { #expect(try form.refusal(name, .text("a")) == .notFillable) }
        for name in ["", "x", "t.t"] { #expect(try form.refusal(name, .text("a")) == .unknown) }
    }

    @Test func allWidgetsOfAFieldAreShown() throws {
        let widgets = [20, 21].map { ($0, "<</Subtype/Widget/Parent 10 0 R/Rect[0 \($0) 100 \($0 + 10)]/P 3 0 R>>") }
        let form = TestForm(
            ["/T(a)/FT/Tx/Kids[20 0 R 21 0 R]"],
            more: Dictionary(uniqueKeysWithValues: widgets),
            annotations: "20 0 R 21 0 R"
        )
        let file = try form.filled([("a", .text("Hi"))]).file
        for number in [20, 21] { #expect(try file.drawing(PDFReference(number)).contains("<4869> Tj")) }
        #expect(try file.object(PDFReference(10)).dictionary?["V"]?.string?.text == "Hi")
    }

    @Test(arguments: [
        (0, [200.0, 16], nil), (90, [16, 200], [0.0, 1, -1, 0, 200, 0]), (180, [200, 16], [-1, 0, 0, -1, 200, 16]),
        (270, [16, 200], [0, -1, 1, 0, 0, 16]),
    ])
    func aTurnedFieldIsTurned(degrees: Int, size: [Double], matrix: [Double]?) throws {
        let file = try TestForm(["/T(a)/FT/Tx/MK<</R \(degrees)>>"]).filled([("a", .text("x"))]).file
        let picture = try #require(try file.resolve(file.field("a")?["AP"]?.dictionary?["N"]).stream?.dictionary)
        #expect(picture["BBox"]?.array?.suffix(2).compactMap(\.number) == size)
        #expect(picture["Matrix"]?.array?.compactMap(\.number) == matrix)
    }

    @Test func missingPicturesAreMadeAndNoLongerAskedFor() throws {
        let form = TestForm(["/T(a)/FT/Tx", "/T(b)/FT/Tx/V(kept)"], form: "/NeedAppearances true/XFA(x)")
        let file = try form.filled([("a", .text("x"))]).file
        #expect(try file.form()?["NeedAppearances"] == nil)
        #expect(try file.form()?["XFA"] == nil)
        #expect(try file.drawing(of: "b").contains("<6B657074> Tj"))
        // What cannot be shown is still asked for.
        let other = TestForm(["/T(a)/FT/Tx", "/T(b)/FT/Tx/V<FEFF0416>"], form: "/NeedAppearances true")
        #expect(try other.filled([("a", .text("x"))]).file.form()?["NeedAppearances"] == .boolean(true))
        #expect(try TestForm(["/T(a)/FT/Tx"]).filled([("a", .text("x"))]).file.form()?["NeedAppearances"] == nil)
    }

    /// Programs that make no pictures anew show what is there, whatever the value says.
    @Test(arguments: [("100", "1000000"), ("", "1000000"), ("100", ""), ("kept", "kept")])
    func aPictureThatShowsSomethingElseStays(shown: String, held: String) throws {
        let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 200 16]/Resources<</Font<</Helv \(Self.helvetica)>>>>"
        let content = "/Tx BMC BT /Helv 12 Tf 2 4 Td (\(shown)) Tj ET EMC"
        let more = [30: "\(picture)/Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"]
        let form = TestForm(["/T(a)/FT/Tx", "/T(b)/FT/Tx/V(\(held))/AP<</N 30 0 R>>"], form: "/NeedAppearances true", more: more)
        let file = try form.filled([("a", .text("x"))]).file
        #expect(try file.drawing(of: "b") == content)
        // It is still asked for where the value is another.
        #expect(try file.form()?["NeedAppearances"]?.boolean == (shown == held ? nil : true))
    }

    private static let helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

    @Test func otherCharactersAreSetInTheGivenFont() throws {
        let font = try TrueTypeFont(PDFBytes(TestFont().bytes))
        let (file, refusals) = try TestForm(["/T(a)/FT/Tx", "/T(b)/FT/Tx"]).filled([("a", .text("Ж")), ("b", .text("bЖ"))], fonts: [font])
        // The font has no b, Helvetica has; each is set in the font that has it.
        #expect(refusals.isEmpty)
        let drawing = try file.drawing(of: "b")
        #expect(drawing.contains("/Helv") && drawing.contains("/ParaphF0"))
        let resources = try file.resolve(file.field("a")?["AP"]?.dictionary?["N"]).stream?.dictionary["Resources"]?.dictionary
        let embedded = try #require(try file.resolve(resources?["Font"]?.dictionary?["ParaphF0"]).dictionary)
        #expect(embedded["Encoding"] == .name("Identity-H"))
        let map = try #require(try file.resolve(embedded["ToUnicode"]).stream)
        #expect(String(decoding: try file.decoded(map).bytes.array, as: UTF8.self).contains("<0001> <0416>"))
    }
}
