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
        "/AA<</WP 5 0 R>>", "/Names<</JavaScript<</Names[(a)5 0 R]>>>>",
    ]) func scriptsOfTheDocument(catalog: String) throws {
        #expect(try remarks(catalog: catalog) == [.scripts])
    }

    @Test(arguments: [
        "/AA<</O 5 0 R>>", "/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 5 0 R>>]",
        "/Annots[<</Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</F 5 0 R>>>>]",
        "/Annots[<</Subtype/Widget/Rect[0 0 9 9]/Parent<</FT/Tx/AA<</C 5 0 R>>>>>>]",
    ]) func scriptsOfPagesAndFields(page: String) throws {
        #expect(try remarks(page: page) == [.scripts])
    }

    @Test func layersThatDifferByUse() throws {
        #expect(try remarks(catalog: "/OCProperties<</OCGs[]/D<</AS[<</Event/Print/Category[/Print]/OCGs[]>>]>>>>") == [.layers])
    }

    @Test(arguments: ["/Names<</EmbeddedFiles<</Names[]>>>>", "/Collection<<>>", "/AF[6 0 R]"]) func attachedFiles(catalog: String) throws {
        #expect(try remarks(catalog: catalog) == [.attachments])
    }

    @Test func attachedFilesOnPages() throws {
        #expect(try remarks(page: "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]>>]") == [.attachments])
    }

    @Test func nothingIsSaidOfOtherFiles() throws {
        let catalog = "/OpenAction 6 0 R/AA<<>>/Names<</Dests<<>>>>/OCProperties<</OCGs[]/D<</AS[]>>>>"
        #expect(try remarks(catalog: catalog, page: "/AA<</O 6 0 R>>/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 6 0 R>>]") == [])
    }
}
