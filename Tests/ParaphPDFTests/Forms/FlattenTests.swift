import Testing

@testable import ParaphPDF

@Suite struct FlattenTests {
    private func flattened(_ form: TestForm, _ values: [(String, PDFFieldValue)]) throws -> PDFFile {
        var filler = try PDFFormFiller(form.open())
        for (name, value) in values { #expect(try filler.fill(name, with: value) == nil) }
        #expect(try filler.flatten() == nil)
        return try PDFFile(PDFBytes(form.bytes + filler.finish().write().appended))
    }

    @Test func fieldsBecomePartOfThePage() throws {
        let form = TestForm(
            ["/T(a)/FT/Tx/DA(/Cour 10 Tf)", "/T(hidden)/FT/Tx/F 2/DA(/Cour 10 Tf)", "/T(s)/FT/Sig", "/T(bare)/FT/Tx"],
            form: "/NeedAppearances false/XFA(x)/CO[10 0 R]",
            page: "/Resources<</XObject<</ParaphW0 5 0 R>>>>/Contents 20 0 R",
            more: [20: "<</Length 1>>\nstream\nq\nendstream", 21: "<</Subtype/Text/Rect[0 0 1 1]>>"],
            annotations: "21 0 R 10 0 R 11 0 R 12 0 R 13 0 R"
        )
        let file = try flattened(form, [("a", .text("Hi")), ("hidden", .text("no"))])
        #expect(try file.fields().map(\.name) == ["s"])
        let acroForm = try file.form()
        #expect(acroForm?["XFA"] == nil && acroForm?["CO"] == nil && acroForm?["NeedAppearances"] == nil)
        let page = try #require(try file.page(at: 0))
        #expect(try file.resolve(page["Annots"]).array == [.reference(PDFReference(21)), .reference(PDFReference(12))])
        let contents = try #require(try file.resolve(page["Contents"]).array)
        #expect(contents.count == 3 && contents[1] == .reference(PDFReference(20)))
        let last = try #require(try file.resolve(contents[2]).stream)
        let drawing = String(decoding: try file.decoded(last).bytes.array, as: UTF8.self)
        #expect(drawing == "Q\nq\n1 0 0 1 10 10 cm\n/ParaphW0x Do\nQ\n")
        let objects = try file.resolve(page["Resources"]).dictionary?["XObject"]?.dictionary
        #expect(objects?["ParaphW0"] == .reference(PDFReference(5)))
        let picture = try #require(try file.resolve(objects?["ParaphW0x"]).stream)
        #expect(String(decoding: try file.decoded(picture).bytes.array, as: UTF8.self).contains("<4869> Tj"))
    }

    @Test func aTurnedPictureKeepsItsPlace() throws {
        let file = try flattened(TestForm(["/T(a)/FT/Tx/MK<</R 90>>"]), [("a", .text("x"))])
        let page = try #require(try file.page(at: 0))
        let last = try #require(try file.resolve(file.resolve(page["Contents"]).array?.last).stream)
        #expect(String(decoding: try file.decoded(last).bytes.array, as: UTF8.self).contains("1 0 0 1 10 10 cm"))
    }
}
