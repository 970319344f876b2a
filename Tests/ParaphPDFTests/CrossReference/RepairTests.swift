import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct RepairTests {
    @Test(arguments: ["", "startxref\n", "startxref\n99999\n%%EOF", "startxref\n5\n%%EOF", "startxref\n99999999999999999999\n%%EOF"])
    func aFileWithoutATableIsReadWhole(end: String) throws {
        var pdf = TestPDF(pages: 4)
        pdf.append(end)
        let file = try pdf.open()
        #expect(file.isRepaired)
        #expect(try file.pageCount() == 4)
        #expect(file.sections.map(\.kind) == [.repaired])
    }

    @Test func theTrailerThatLeadsToACatalogIsFound() throws {
        var pdf = TestPDF(pages: 2)
        pdf.append("trailer\n<</Root 1 0 R/Info 9 0 R>>\ntrailer\n<</Root 7 0 R>>\n")
        let file = try pdf.open()
        #expect(file.trailer["Info"] != nil)
        #expect(try file.pageCount() == 2)
    }

    @Test func theLastObjectWithANumberCounts() throws {
        var pdf = TestPDF(pages: 1)
        pdf.add(5, "(old)")
        pdf.add(5, "(new)")
        #expect(try pdf.open().object(PDFReference(5)).string?.bytes == Array("new".utf8))
    }

    @Test func oneWrongOffsetIsMendedByLooking() throws {
        var pdf = TestPDF(pages: 1)
        pdf.add(5, "(five)")
        let start = pdf.bytes.count
        pdf.append("xref\n0 4\n0000000000 65535 f \n")
        for number in 1...3 { pdf.append("\(TestPDF.padded(pdf.offsets[number] ?? 0)) 00000 n \n") }
        pdf.append("5 2\n0000000020 00000 n \n0000099999 00000 n \n")
        pdf.end(section: start, trailer: "/Root 1 0 R/Size 7")
        let file = try pdf.open()
        #expect(!file.isRepaired)
        #expect(try file.object(PDFReference(5)).string?.bytes == Array("five".utf8))
        #expect(file.isRepaired)
        #expect(try file.object(PDFReference(6)) == .null)
    }

    @Test func objectsInStreamsAreFoundWithoutATable() throws {
        var pdf = TestPDF(header: "%PDF-1.5\n")
        let objects = "1 00 2 40 3 80  " + "<</Type/Catalog/Pages 2 0 R>>           <</Type/Pages/Kids[3 0 R 3 0 R]>>       <</Type/Page>>"
        pdf.add(4, dictionary: "/Type/ObjStm/N 3/First 16", stream: Zlib.compress(Array(objects.utf8)), filter: true)
        let file = try pdf.open()
        #expect(file.isRepaired)
        #expect(try file.pageCount() == 2)
    }

    @Test func aLaterObjectCountsMoreThanAnEarlierStream() throws {
        var pdf = TestPDF(pages: 1)
        pdf.add(7, "(before)")
        pdf.add(6, dictionary: "/Type/ObjStm/N 2/First 8", stream: Array("7 0 8 9 (stream) (stream)".utf8))
        pdf.add(8, "(after)")
        let file = try pdf.open()
        #expect(try file.object(PDFReference(7)).string?.bytes == Array("stream".utf8))
        #expect(try file.object(PDFReference(8)).string?.bytes == Array("after".utf8))
    }

    @Test func headersThatRunIntoTheirObjectAreFound() throws {
        let text = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj\r3\n0\nobj<</Type/Page>>"
        #expect(try PDFFile(PDFBytes(Array(text.utf8))).pageCount() == 1)
    }

    @Test(arguments: ["", "%PDF-1.4", "hello", "%PDF-1.4\n1 0 obj\n(no catalog)\nendobj\ntrailer<</Root 1 0 R>>"])
    func whatHasNoCatalogIsRefused(text: String) {
        #expect(throws: PDFError.self) { try PDFFile(PDFBytes(Array(text.utf8))) }
    }

    @Test(arguments: 0..<400)
    func damageIsHarmless(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var pdf = TestPDF(pages: 3, catalog: "/AcroForm<</Fields[10 0 R]>>", page: "/MediaBox[0 0 9 9]/Contents 8 0 R")
        pdf.add(8, dictionary: "/Filter/FlateDecode", stream: Zlib.compress(Array("BT ET".utf8)))
        pdf.add(9, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("10 0 <</T(x)>>".utf8))
        if seed % 2 == 0 { pdf.finish() } else { pdf.finishWithStream(12, compressed: [10: (9, 0)]) }
        var bytes = pdf.bytes
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] = UInt8(ascii: "9")
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place / 2)
            }
        }
        var limits = PDFLimits()
        limits.steps = 1_000_000
        guard let file = try? PDFFile(PDFBytes(bytes), limits: limits) else { return }
        _ = try? file.pages()
        for number in 0..<14 {
            if let stream = (try? file.object(PDFReference(number)))?.stream { _ = try? file.decoded(stream) }
        }
    }
}

extension TestPDF {
    fileprivate mutating func add(_ number: Int, dictionary: String, stream: [UInt8], filter: Bool) {
        add(number, dictionary: dictionary + (filter ? "/Filter/FlateDecode" : ""), stream: stream)
    }
}
