import Testing

@testable import ParaphPDF

/// Scripts, layers that differ by use, and attachments are told before a file is signed.
@Suite struct RemarkTests {
    private func remarks(catalog: String = "", page: String = "") throws -> [PDFRemark] {
        var pdf = TestPDF(catalog: catalog, page: page)
        pdf.add(5, "<</S/JavaScript/JS(app.alert\\(1\\))>>")
        pdf.add(6, "<</S/GoTo/D[3 0 R/Fit]>>")
        pdf.finish()
        return try pdf.open().remarks()
    }

    @Test(arguments: [
        "/OpenAction 5 0 R", "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>", "/OpenAction<</S/Named/N/Print/Next[6 0 R 5 0 R]>>",
        "/AA<</WP 5 0 R>>", "/AcroForm<</Fields[<</T(a)/FT/Tx/AA<</C 5 0 R>>>>]>>", "/Outlines<</First<</Title(a)/A 5 0 R>>>>",
        "/AcroForm<</Fields[<</T(a)/Kids[<</T(b)/AA<</C 5 0 R>>/Kids[]>>]>>]>>", "/OpenAction<</S/Launch/F(a)>>",
        "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[<</S/Hide/T(a)>>]>>", "/AA<</WC<</S/SetOCGState/State[]>>>>",
        "/Names<</JavaScript<</Names[(a)5 0 R]>>>>",
    ]) func scriptsOfTheDocument(catalog: String) throws {
        #expect(try remarks(catalog: catalog) == [.scripts])
    }

    @Test(arguments: [
        "/AA<</O 5 0 R>>", "/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 5 0 R>>]",
        "/Annots[<</Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</F 5 0 R>>>>]",
        "/AA<</O<</S/GoToR/F(a)/D[0/Fit]>>>>", "/Annots[<</Subtype/Link/Rect[0 0 9 9]/PA 5 0 R>>]",
        "/Annots[<</Subtype/Widget/Rect[0 0 9 9]/Parent<</FT/Tx/AA<</C 5 0 R>>>>>>]",
    ]) func scriptsOfPagesAndFields(page: String) throws {
        #expect(try remarks(page: page) == [.scripts])
    }

    @Test(arguments: [
        "/OCGs[]/D<</AS[<</Event/Print/Category[/Print]/OCGs[]>>]>>", "/OCGs[]/D<<>>/Configs[<</AS[<</Event/View>>]>>]",
        "/OCGs[<</Type/OCG/Name(a)/Usage<</View<</ViewState/OFF>>>>>>]/D<<>>",
        "/OCGs[<</Type/OCG/Name(a)/Usage<</Zoom<</min 2>>>>>>]/D<<>>",
    ]) func layersThatDifferByUse(layers: String) throws {
        #expect(try remarks(catalog: "/OCProperties<<\(layers)>>") == [.layers])
    }

    @Test func whatIsPrintedAndNotSeen() throws {
        #expect(try remarks(page: "/Annots[<</Subtype/Stamp/Rect[0 0 9 9]/F 36>>]") == [.layers])
        #expect(try remarks(page: "/Annots[<</Subtype/Widget/Rect[0 0 9 9]/F 38>><</Subtype/Widget/Rect[0 0 9 9]/F 4>>]") == [])
    }

    @Test func picturesForPrint() throws {
        let page = "/Resources<</XObject<</A<</Alternates[<</Image 6 0 R/DefaultForPrinting true>>]>>>>>>"
        #expect(try remarks(page: page) == [.layers])
    }

    /// A field that shows "1 EUR".
    private func field(_ more: String, page: String = "", catalog: String = "") throws -> [PDFRemark] {
        var pdf = TestPDF(catalog: catalog, page: "\(page)/Annots[7 0 R]")
        let text = "/Tx BMC q BT /Helv 10 Tf 0 g 2 5 Td (1 EUR) Tj ET Q EMC"
        pdf.add(7, "<</Subtype/Widget/FT/Tx/T(a)/Rect[0 0 90 20]/DA(/Helv 10 Tf 0 g)/AP<</N 8 0 R>>\(more)>>")
        pdf.add(
            8,
            "<</Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>/Length \(text.utf8.count)>>\nstream\n\(text)\nendstream"
        )
        pdf.finish()
        return try pdf.open().remarks()
    }

    @Test func fieldsThatHoldOtherTextThanTheyShow() throws {
        #expect(try field("/V(1 000 000 EUR)") == [.fields])
        #expect(try field("/Ff 1/V(1 000 000 EUR)") == [.fields])
        #expect(try field("/Parent<</V(2 EUR)>>") == [.fields])
        #expect(try field("/V(1 EUR)") == [])
        #expect(try field("/Ff 8192/V(secret)") == [])
    }

    @Test func formsOfXFA() throws {
        #expect(try remarks(catalog: "/AcroForm<</Fields[]/XFA[(a)6 0 R]>>") == [.fields])
    }

    @Test(arguments: ["/Names<</EmbeddedFiles<</Names[]>>>>", "/Collection<<>>", "/AF[6 0 R]", "/Metadata<</EF<<>>>>"]) func attachedFiles(
        catalog: String
    ) throws {
        #expect(try remarks(catalog: catalog) == [.attachments])
    }

    @Test func attachedFilesOnPages() throws {
        #expect(try remarks(page: "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]>>]") == [.attachments])
        #expect(try remarks(page: "/AF[6 0 R]") == [.attachments])
        #expect(try remarks(page: "/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]") == [.attachments])
    }

    @Test func nothingIsSaidOfOtherFiles() throws {
        let catalog = "/OpenAction 6 0 R/AA<<>>/Names<</Dests<<>>>>/OCProperties<</OCGs[]/D<</AS[]>>>>"
        #expect(try remarks(catalog: catalog, page: "/AA<</O 6 0 R>>/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 6 0 R>>]") == [])
    }
}
