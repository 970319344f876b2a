import Testing

@testable import ParaphPDF

@Suite struct CrossReferenceTests {
    @Test func aTableLeadsToItsObjects() throws {
        var pdf = TestPDF(pages: 3)
        pdf.add(10, "(ten)")
        pdf.finish()
        let file = try pdf.open()
        #expect(try file.pageCount() == 3)
        #expect(!file.isRepaired)
        #expect(file.headerVersion == 17)
        #expect(file.sections.map(\.kind) == [.table])
        #expect(try file.object(PDFReference(10)).string?.bytes == Array("ten".utf8))
        #expect(try file.object(PDFReference(11)) == .null)
        #expect(try file.object(PDFReference(10, generation: 1)) == .null)
    }

    @Test func aStreamLeadsToItsObjects() throws {
        var pdf = TestPDF(pages: 2)
        let first = "7 0 8 4 "
        pdf.add(6, dictionary: "/Type/ObjStm/N 2/First \(first.utf8.count)", stream: Array((first + "(a) [8 0 R 3]").utf8))
        pdf.finishWithStream(9, compressed: [7: (6, 0), 8: (6, 1)])
        let file = try pdf.open()
        #expect(file.sections.map(\.kind) == [.stream])
        #expect(!file.isRepaired)
        #expect(try file.object(PDFReference(7)).string?.bytes == [97])
        #expect(try file.object(PDFReference(8)).array?.count == 2)
        #expect(try file.pageCount() == 2)
    }

    @Test func aWrongIndexInAnObjectStreamIsMended() throws {
        var pdf = TestPDF()
        pdf.add(6, dictionary: "/Type/ObjStm/N 2/First 8", stream: Array("7 0 8 4 (a) (b)".utf8))
        pdf.finishWithStream(9, compressed: [7: (6, 1), 8: (6, 99), 10: (6, 0), 11: (4, 0), 12: (12, 0)])
        let file = try pdf.open()
        #expect(try file.object(PDFReference(7)).string?.bytes == [97])
        #expect(try file.object(PDFReference(8)).string?.bytes == [98])
        for number in 10...12 { #expect(try file.object(PDFReference(number)) == .null) }
    }

    @Test func theNewestSectionCounts() throws {
        var pdf = TestPDF()
        pdf.add(5, "(old)")
        pdf.finish()
        let first = pdf.lastSection
        pdf.add(5, "(new)")
        pdf.finish([5], trailer: "/Prev \(first)")
        let file = try pdf.open()
        #expect(try file.object(PDFReference(5)).string?.bytes == Array("new".utf8))
        #expect(file.sections.count == 2)
        #expect(try file.pageCount() == 1)
    }

    @Test func aFreeEntryDeletes() throws {
        var pdf = TestPDF()
        pdf.add(5, "(old)")
        pdf.finish()
        let first = pdf.lastSection
        let start = pdf.bytes.count
        pdf.append("xref\n5 1\n0000000000 00001 f \n")
        pdf.end(section: start, trailer: "/Root 1 0 R/Size 6/Prev \(first)")
        #expect(try pdf.open().object(PDFReference(5)) == .null)
    }

    @Test func sectionsThatLeadBackToThemselvesAreReadOnce() throws {
        var pdf = TestPDF()
        let start = pdf.bytes.count
        pdf.finish(trailer: "/Prev \(start)")
        let file = try pdf.open()
        #expect(file.sections.count == 1)
        #expect(!file.isRepaired)
    }

    @Test func hybridFilesShowWhatTheStreamHas() throws {
        var pdf = TestPDF()
        pdf.add(6, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("7 0 (hidden)".utf8))
        let streamStart = pdf.bytes.count
        let row: [UInt8] = [2, 0, 0, 0, 6, 0]
        pdf.add(8, dictionary: "/Type/XRef/W[1 4 1]/Index[7 1]/Size 9", stream: row)
        let tableStart = pdf.bytes.count
        pdf.append("xref\n0 1\n0000000000 65535 f \n")
        for number in [1, 2, 3, 6] { pdf.append("\(number) 1\n\(TestPDF.padded(pdf.offsets[number] ?? 0)) 00000 n \n") }
        pdf.append("7 1\n0000000000 00000 f \n")
        pdf.end(section: tableStart, trailer: "/Root 1 0 R/Size 9/XRefStm \(streamStart)")
        let file = try pdf.open()
        #expect(file.sections.map(\.kind) == [.hybrid])
        #expect(try file.object(PDFReference(7)).string?.bytes == Array("hidden".utf8))
    }

    @Test(arguments: [0, 13])
    func bytesBeforeTheHeaderAreAllowed(counted: Int) throws {
        // Offsets count from the header or from the start of the file; files of both kinds exist.
        var pdf = TestPDF(header: "garbage here\n%PDF-1.4\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Kids[3 0 R]/Count 1>>")
        pdf.add(3, "<</Type/Page>>")
        pdf.finish(shift: counted)
        let file = try pdf.open()
        #expect(try file.pageCount() == 1)
        #expect(file.headerOffset == 13)
        #expect(!file.isRepaired)
    }

    @Test func tablesThatCountFromOneAreUnderstood() throws {
        var pdf = TestPDF(pages: 1)
        let start = pdf.bytes.count
        pdf.append("xref\n1 4\n0000000000 65535 f \n")
        for number in 1...3 { pdf.append("\(TestPDF.padded(pdf.offsets[number] ?? 0)) 00000 n \n") }
        pdf.end(section: start, trailer: "/Root 1 0 R/Size 4")
        let file = try pdf.open()
        #expect(try file.pageCount() == 1)
        #expect(!file.isRepaired)
    }

    @Test func linesOfOtherLengthsAreUnderstood() throws {
        var pdf = TestPDF(pages: 1)
        let start = pdf.bytes.count
        pdf.append("xref\r0 4\r0 65535 f\r")
        for number in 1...3 { pdf.append("\(pdf.offsets[number] ?? 0) 0   n\r\n") }
        pdf.end(section: start, trailer: "/Root 1 0 R/Size 4")
        let file = try pdf.open()
        #expect(try file.pageCount() == 1)
        #expect(!file.isRepaired)
    }

    /// A file whose older sections have room for many objects.
    private static func wide(_ sections: Int, _ entries: String, _ stream: [UInt8]) -> TestPDF {
        var pdf = TestPDF()
        var previous = ""
        for number in 10..<10 + sections {
            let start = pdf.bytes.count
            pdf.add(number, dictionary: "/Type/XRef/W[0 1 0]\(entries)\(previous)", stream: stream)
            previous = "/Prev \(start)"
        }
        pdf.finishWithStream(10 + sections, trailer: previous)
        return pdf
    }

    @Test func sectionsHaveRoomForSoManyEntriesTogether() throws {
        let full = Self.wide(2, "/Size 50000", [UInt8](repeating: 0, count: 50_000))
        let sparse = Self.wide(10, "/Size 1/Index[8388000 1]", [0])
        for (pdf, sections, few, enough) in [(full, 3, 100_000, 110_000), (sparse, 11, 300_000, 340_000)] {
            var limits = PDFLimits()
            limits.entries = enough
            #expect(try pdf.open(limits: limits).sections.count == sections)
            limits.entries = few
            #expect { try pdf.open(limits: limits) } throws: { ($0 as? PDFError)?.code == .tooLarge }
        }
    }

    @Test func whatIsAppendedIsReadByTheSameClock() throws {
        let bytes = PDFBytes(Self.wide(1, "/Size 50000", [UInt8](repeating: 0, count: 50_000)).bytes)
        var isLate = false
        let file = try PDFFile(bytes, isOutOfTime: { isLate })
        #expect(try PDFFile(file, extendedTo: bytes).sections.count == 2)
        isLate = true
        #expect { try PDFFile(file, extendedTo: bytes) } throws: { ($0 as? PDFError)?.code == .outOfTime }
    }

    @Test func entriesFarApartCostLittle() throws {
        var table = CrossReferenceTable()
        for number in [0, 63, 64, 8_388_607] { table.set(.offset(number, generation: 7), for: number, keepingEarlier: true) }
        #expect(table.highest == 8_388_607)
        #expect(table.count == 4)
        #expect(table[64] == .offset(64, generation: 7))
        #expect(table[65] == nil)
        #expect(table[-1] == nil)
        table.set(.free(generation: 1), for: 64, keepingEarlier: true)
        #expect(table[64] == .offset(64, generation: 7))
        table.set(.compressed(stream: 9, index: 3), for: 64, keepingEarlier: false)
        #expect(table[64] == .compressed(stream: 9, index: 3))
    }

    @Test(arguments: [
        "/W[1 2]", "/W[1 -2 1]", "/W[9 9 9]", "/W[0 0 0]", "/W[1 4 1]/Index[-1 5]", "/W[1 4 1]/Index[0 -5]",
        "/W[1 4 1]/Index[99999999999 1]",
        "/W[1 4 1]/Size 99999999999", "/W[1 4 1]/Index[0 99999999999]", "/W[1 4 1]/Filter/Fl", "/W[8 8 8]", "/W[1 4 1]/Filter 5",
    ])
    func brokenStreamsAreRepairedOrRead(entries: String) throws {
        var pdf = TestPDF()
        let start = pdf.bytes.count
        pdf.add(9, dictionary: "/Type/XRef/Root 1 0 R\(entries)", stream: [UInt8](repeating: 0xFF, count: 60))
        pdf.append("startxref\n\(start)\n%%EOF")
        #expect(try pdf.open().pageCount() == 1)
    }
}
