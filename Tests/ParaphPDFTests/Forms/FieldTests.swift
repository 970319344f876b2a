import Testing

@testable import ParaphPDF

@Suite struct FieldTests {
    private func fields(_ objects: [Int: String], fields: String) throws -> (PDFFile, [PDFField]) {
        var pdf = TestPDF(catalog: "/AcroForm<</Fields[\(fields)]>>")
        for number in objects.keys.sorted() { pdf.add(number, objects[number] ?? "") }
        pdf.finish()
        let file = try pdf.open()
        return (file, try file.fields())
    }

    @Test func everyKindIsKnown() throws {
        let objects = [
            10: "<</T(a)/FT/Tx/V(text)>>", 11: "<</T(b)/FT/Btn/V/Yes>>", 12: "<</T(c)/FT/Btn/Ff 32768/V/Off>>",
            13: "<</T(d)/FT/Btn/Ff 65536>>",
            14: "<</T(e)/FT/Ch/V[(one)(two)]>>", 15: "<</T(f)/FT/Sig>>", 16: "<</T(g)>>",
        ]
        let (file, found) = try fields(objects, fields: "10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R")
        #expect(found.map(\.kind) == [.text, .checkbox, .radio, .button, .choice, .signature, .unknown])
        #expect(found.map(\.name) == ["a", "b", "c", "d", "e", "f", "g"])
        #expect(try found.map { try file.valueText(of: $0) } == ["text", "Yes", "Off", nil, "one\ntwo", nil, nil])
    }

    @Test func fieldsInheritAndNamesAreJoined() throws {
        let objects = [
            10: "<</T(top)/FT/Tx/Ff 1/Kids[11 0 R 12 0 R]>>", 11: "<</T(left)/V(l)/Parent 10 0 R>>",
            12: "<</T(right)/Kids[13 0 R 14 0 R]>>", 13: "<</Subtype/Widget>>", 14: "<</Subtype/Widget>>",
        ]
        let (_, found) = try fields(objects, fields: "10 0 R")
        #expect(found.map(\.name) == ["top.left", "top.right"])
        #expect(found.map(\.kind) == [.text, .text])
        #expect(found.map { $0["Ff"]?.integer } == [1, 1])
        #expect(found.map(\.widgets) == [[PDFReference(11)], [PDFReference(13), PDFReference(14)]])
    }

    @Test func loopsAndNonsenseEnd() throws {
        let objects = [10: "<</T(a)/Kids[10 0 R 11 0 R]>>", 11: "<</T(b)/Kids[10 0 R]>>", 12: "(no field)", 13: "<</T 5/Kids 7>>"]
        let (_, found) = try fields(objects, fields: "10 0 R 10 0 R 12 0 R 13 0 R 99 0 R null 5")
        #expect(found.count == 1)
    }

    @Test func thereIsAMostOfFields() throws {
        var pdf = TestPDF(catalog: "/AcroForm<</Fields[\(String(repeating: "<</T(x)>>", count: 50))]>>")
        pdf.finish()
        var limits = PDFLimits()
        limits.fields = 40
        #expect(throws: PDFError(.tooLarge, "")) { try pdf.open(limits: limits).fields() }
    }

    @Test(
        arguments: [
            ([0xFE, 0xFF, 0x04, 0x16, 0xD8, 0x3D, 0xDE, 0x00], "Ж😀"), ([0xFF, 0xFE, 0x16, 0x04], "Ж"),
            ([0xEF, 0xBB, 0xBF, 0xD0, 0x96], "Ж"),
            ([0x41, 0xE9, 0xA0, 0x80, 0x18], "Aé€•˘"), ([], ""), ([0xFE, 0xFF, 0x04], ""), ([0xFE, 0xFF, 0xD8, 0x3D], "\u{FFFD}"),
        ] as [([UInt8], String)]
    )
    func textStringsAreRead(bytes: [UInt8], text: String) {
        #expect(PDFString(bytes).text == text)
    }

    @Test(arguments: ["plain (text)", "Привет, мир", "naïve €", "tab\tand\nline", "\u{1}"])
    func textStringsAreWritten(text: String) {
        #expect(PDFString(text: text).text == text)
    }
}
