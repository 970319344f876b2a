import Testing

@testable import ParaphPDF

@Suite struct PageTests {
    @Test func pagesInheritFromTheirNodes() throws {
        var pdf = TestPDF(pages: 2, node: "/MediaBox[0 0 200 100]/Rotate 90/Resources<</A 1>>")
        pdf.add(4, "<</Type/Page/MediaBox[10 20 5 8]/Rotate -90>>")
        pdf.finish()
        let file = try pdf.open()
        let pages = try file.pages()
        #expect(try file.box(of: pages[0]) == PDFRectangle(0, 0, 200, 100))
        #expect(try file.rotation(of: pages[0]) == 90)
        #expect(try file.box(of: pages[1]) == PDFRectangle(5, 8, 10, 20))
        #expect(try file.rotation(of: pages[1]) == 270)
        #expect(pages[1]["Resources"] != nil)
        #expect(pages.map(\.reference) == [PDFReference(3), PDFReference(4)])
    }

    @Test func theCropBoxIsCutToTheMediaBox() throws {
        var pdf = TestPDF(pages: 1, page: "/MediaBox[0 0 100 100]/CropBox[50 50 300 60]")
        pdf.finish()
        let file = try pdf.open()
        let page = try #require(try file.page(at: 0))
        #expect(try file.box(of: page) == PDFRectangle(50, 50, 100, 60))
        #expect(try file.page(at: 1) == nil)
    }

    @Test(arguments: ["[0 0 0 0]", "[0 0 1e9 3]", "[0 0 99999999999999999999 3]", "(x)", "[0 0]", "[/A/B/C/D]"])
    func aBoxThatIsNoneIsA4(box: String) throws {
        var pdf = TestPDF(pages: 1, page: "/MediaBox\(box)/CropBox\(box)/Rotate 45")
        pdf.finish()
        let file = try pdf.open()
        let page = try #require(try file.page(at: 0))
        #expect(try file.box(of: page).width == 595.276)
        #expect(try file.rotation(of: page) == 0)
    }

    @Test func loopsAreFollowedOnce() throws {
        var pdf = TestPDF(header: "%PDF-1.4\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Kids[3 0 R 4 0 R 2 0 R null 9 0 R]/Count 7>>")
        pdf.add(3, "<</Type/Page>>")
        pdf.add(4, "<</Type/Pages/Kids[2 0 R 4 0 R 3 0 R]>>")
        pdf.finish()
        let file = try pdf.open()
        #expect(try file.pages().count == 2)
        #expect(try file.pageCount() == 7, "as other readers show it")
    }

    @Test func nodesThatShareTheirKidsDoNotMultiply() throws {
        var pdf = TestPDF(header: "%PDF-1.4\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        for number in 2..<60 { pdf.add(number, "<</Kids[\(number + 1) 0 R \(number + 1) 0 R]>>") }
        pdf.add(60, "<</Type/Page>>")
        pdf.finish()
        #expect(try pdf.open().pages().count == 2)
    }

    @Test func thereIsAMostOfPages() throws {
        var pdf = TestPDF(pages: 30)
        pdf.finish()
        var limits = PDFLimits()
        limits.pages = 20
        #expect(throws: PDFError(.tooLarge, "")) { try pdf.open(limits: limits).pages() }
    }

    @Test func referencesThatLeadToThemselvesAreNull() throws {
        var pdf = TestPDF(pages: 1)
        pdf.add(10, "10 0 R")
        pdf.add(11, "12 0 R")
        pdf.add(12, "11 0 R")
        pdf.append("")
        for number in 20..<200 { pdf.add(number, "<</Length \(number + 1) 0 R>>\nstream\nx\nendstream") }
        pdf.finish()
        let file = try pdf.open()
        for number in 10...12 { #expect(try file.resolve(.reference(PDFReference(number))) == .null) }
        #expect(try file.object(PDFReference(20)).stream?.data.array == Array("x".utf8))
    }
}
