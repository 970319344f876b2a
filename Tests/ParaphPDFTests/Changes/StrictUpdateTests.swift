import Testing

@testable import ParaphPDF

/// What an update writes is read by every program alike, or is forbidden: everything here was once no change at all.
@Suite struct StrictUpdateTests {
    /// What stands in a new object that nothing refers to.
    static let values = [
        "null", "true", "[1 -3 .5 4. -.25 0]", "<</A/B#20C/D(e\\)\\101\\n(f))/G<48 65 6C>/H null>>", "[5 0 R 8 0 R 999 0 R]",
        "<</A[<<>>[]()<>]>>",
        "<</A(a\\\nb)/B\t/C\r/D /E>>", "/", "<</A/>>", "<</App<</Name/>>>>", "<</A/ /B 1>>", "<</A[/ / /B]>>", "<</A 1/A 1>>",
        "<</A<</B 1/B 1>>>>",
    ]

    @Test(arguments: values) func whatIsWrittenRightIsNoChange(value: String) throws {
        for text in [
            "40 0 obj\n\(value)\nendobj\n", "40 0 obj \(value) endobj\r", "40 0 obj\r\n\(value)\r\nendobj\r\n\r\n",
            "40 0 obj\n\(value)\nendobj\n% a comment\n",
        ] {
            var update = try RawUpdate()
            update.object(40, text)
            update.finish()
            #expect(try update.verdict() == .none, "\(text)")
        }
    }

    static let wrongValues = [
        "<</A 1/A 2>>", "<</A 1/#41 2>>", "<</A<</B 1/B 2>>>>", "<</ 1>>", "<</ /A>>", "<</A 1/A 1.0>>", "<</A>>", "<</A 1/B>>",
        "<</A 1 2>>", "<<1 2>>", "[1 foo 2]", "<</A foo>>",
        "foo",
        "[1 2", "<</A[1 2>>", "[--5]", "[+5]", "[1.2.3]", "[5-6]", "[+]", "[.]", "[12ab]", "[1e5]", "[4294967297]",
        "[0.\(String(repeating: "1", count: 40))]",
        "/A#4", "/A#GG", "/A#00", "/\(String(repeating: "a", count: 128))", "(a", "(\\777)", "(\\x)", "<4G>", "<48", "[8388615 0 R]",
        "[0 0 R]",
        "[5 65536 R]", "[5 1 R]", "[005 0 R]", "[5 % comment\n0 R]", "5 0 R", "[1 % comment\n]", "[1 \u{0} 2]", "[1 \u{C} 2]", "{1}",
        "<</A 1>>>",
        "\(String(repeating: "[", count: 80))\(String(repeating: "]", count: 80))", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/XRef>>",
        "1 2", "",
    ]

    @Test(arguments: wrongValues) func whatIsWrittenWronglyIsForbidden(value: String) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n\(value)\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .forbidden)
    }

    static let wrongObjects = [
        "40 1 obj\n1\nendobj\n", "41 0 obj\n1\nendobj\n", "040 0 obj\n1\nendobj\n", "40 0 obj\n1\n", "40 0 obj\n1\nendobjx\n",
        "40 0 obj42\nendobj\n",
        "40 % comment\n0 obj\n1\nendobj\n", "40 0 obj\n1\nendobj\njunk\n", "40 0 obj\n1\nendobj\n41 0 obj\n2\nendobj\n",
        "40 0 obj\n1\nendobj\n40 0 obj\n2\nendobj\n", "junk 40 0 obj\n1\nendobj\n", "   40 0 obj\n1\nendobj\n",
        "40 0 obj\n(\n4 0 obj\n1\nendobj\n)\nendobj\n", "40 0 obj\n(trailer\n<</Root 40 0 R>>)\nendobj\n",
        "40 0 obj\n(startxref 5)\nendobj\n",
        "40 0 obj\n1\nendobj\ntrailer\n<</Root 1 0 R>>\n", "40 0 obj\n1\nendobj\n%trailer<</Root 1 0 R>>\n",
        "40 0 obj\n1\nendobj\nstartxref\n0\n%%EOF\n",
    ]

    @Test(arguments: wrongObjects) func objectsThatAreElsewhereOrNotWholeAreForbidden(text: String) throws {
        var update = try RawUpdate()
        update.object(40, text)
        update.finish()
        #expect(try update.verdict() == .forbidden)
    }

    private static let content = "BT /F1 12 Tf 100 700 Td (I owe you 100 euros) Tj ET"
    private static let evil = "BT /F1 12 Tf 100 700 Td (I owe you 900 euros) Tj ET"
    private static let head = "5 0 obj\n<</Length \(content.utf8.count)>>\n"

    @Test(arguments: [
        "stream\n\(content)\nendstream", "stream\r\n\(content)\r\nendstream\r", "stream\n\(content)endstream",
        "stream\n\(content)\rendstream ",
    ])
    func streamsEndAsTheySay(text: String) throws {
        var update = try RawUpdate()
        update.object(5, "\(Self.head)\(text)\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .none)
        update = try RawUpdate()
        update.object(5, "\(Self.head.replacing("\(Self.content.utf8.count)", with: "40 0 R"))\(text)\nendobj\n")
        update.object(40, "40 0 obj\n\(Self.content.utf8.count)\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .none)
    }

    /// Programs go on to the next `endstream`, or stop at the first, where another thing follows the length.
    @Test(arguments: [
        "stream\n\(content)\nendobj\n\(evil)\nendstream", "stream\n\(content)\nendstreamx \(evil)\nendstream",
        "stream\n\(content) \(evil)\nendstream",
        "stream\n\(content)\n\n\n\nendstream", "stream \n\(content)\nendstream", "stream\r\(content)\nendstream", "stream\n\(content)",
        "stream\n\(content)\nendobj\nendstream",
    ]) func streamsThatEndElsewhereAreForbidden(text: String) throws {
        var update = try RawUpdate()
        update.object(5, "\(Self.head)\(text)\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .forbidden)
    }

    @Test(arguments: [
        "/Length 3/Length 2", "/Length 2.0", "/Length 2/F(file)", "/Length 2/Filter/Fl", "/Length 2/Filter/FlateDecode",
        "/Length 2/Filter/Unknown",
        "/Length 2/Filter[/ASCIIHexDecode]/DecodeParms<<>>", "/Length 2/Filter/ASCIIHexDecode/DecodeParms[<<>>]", "",
    ]) func streamsThatSayOtherThingsAreForbidden(keys: String) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n<<\(keys)>>\nstream\nab\nendstream\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .forbidden)
        update = try RawUpdate()
        update.object(40, "40 0 obj\n<</Length 3/Filter[/ASCIIHexDecode]/DecodeParms[null]>>\nstream\nab>\nendstream\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .none)
    }

    /// Rows that say how they were predicted, in a way that there is and not, and one that is cut off.
    @Test(arguments: [([2, 1, 2], PDFChanges.Verdict.none), ([5, 1, 2], .forbidden), ([2, 1], .forbidden)])
    func rowsArePredictedAsProgramsKnow(rows: [UInt8], verdict: PDFChanges.Verdict) throws {
        let data = Deflate.encode(rows)
        var update = try RawUpdate()
        let parameters = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2>>"
        update.object(40, "40 0 obj\n<</Length \(data.count)\(parameters)>>\nstream\n")
        update.append(data)
        update.append("\nendstream\nendobj\n")
        update.finish()
        #expect(try update.verdict() == verdict)
    }

    /// Data that are cut off within their code.
    @Test func dataAreWhole() throws {
        let data = Array(Deflate.encode(Array(Self.content.utf8)).dropLast(12))
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n<</Length \(data.count)/Filter/FlateDecode>>\nstream\n")
        update.append(data)
        update.append("\nendstream\nendobj\n")
        update.finish()
        #expect(try update.verdict() == .forbidden)
    }

    /// Bytes before the header: some programs count from there, some from the header.
    @Test func whatBeginsWithSomethingElseIsSuspicious() throws {
        var pdf = TestPDF(header: "junk\n%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R>>")
        pdf.finish(shift: 5)
        let length = pdf.bytes.count
        let place = length
        pdf.append("40 0 obj\n1\nendobj\n")
        let section = pdf.bytes.count
        pdf.append("xref\n40 1\n\(TestPDF.padded(place - 5)) 00000 n \n")
        pdf.end(section: section - 5, trailer: "/Root 1 0 R/Size 41/Prev \(pdf.lastSection - 5)")
        let history = try PDFHistory(try pdf.open())
        #expect(try history.changes(since: try #require(history.revisions.first { $0.length == length })).verdict == .suspicious)
    }

    // MARK: Tables

    @Test(arguments: [
        [], [("n \ntrailer", "n\r\ntrailer")], [("trailer\n", "\ntrailer")], [("xref\n40", "xref\r\n40"), ("xref\r\n40", "xref \r\n40")],
        [("40 1\n", "0 1\n0000000000 65535 f \n40 1\n")], [("\nstartxref", "\n%iText\nstartxref")], [("%%EOF\n", "%%EOF")],
        [("trailer\n", "trailer")],
    ]) func tablesOfProgramsAreFine(changes: [(String, String)]) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.finish(changes)
        #expect(try update.verdict() == .none)
    }

    @Test(arguments: [
        [(" 00000 n", " 65536 n")], [(" 00000 n", " 00001 n")], [(" n \ntr", " n\ntr")], [(" n \ntr", " n  \ntr")],
        [(" 00000 n", "  0000 n")],
        [("40 1\n", "40 2\n")], [("40 1\n", "1 1\n0000000000 65535 f \n40 1\n")], [("40 1\n", "40 1 %\n")],
        [("40 1\n", "8388607 2\n0000000000 00000 f \n0000000000 00000 f \n40 1\n")],
        [("40 1\n", "40 1\n0000000000 00000 f \n40 1\n")], [("40 1\n", "41 1\n0000000015 00000 n \n40 1\n")],
        [("40 1\n", "41 1\n0000000000 00000 n \n40 1\n")],
        [("/Size 60", "/Size 40")], [("/Size 60", "/Size 4")], [("/Size 60", "/Size 60.5")], [("/Size 60", "")], [("/Root 1 0 R", "")],
        [("/Root 1 0 R", "/Root 40 0 R/Root 1 0 R")], [("/Prev ", "/Prev 15/Prev ")], [("/Prev ", "/Prev +")], [("/Prev ", "/Prev -")],
        [(">>\nstart", ".0>>\nstart")],
        [("/Prev ", "/Prev % \n")], [("startxref\n", "startxref\n0")], [("startxref\n", "startxref%x\n")],
        [("startxref\n", "startxref\n+")],
        [("%%EOF", "%EOF")], [("%%EOF", "% x %%EOF")], [("\nstartxref", "\njunk\nstartxref")], [("xref\n40", "xref%\n40")],
    ]) func tablesThatProgramsReadDifferentlyAreForbidden(changes: [(String, String)]) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.finish(changes)
        let verdict = try? update.verdict()
        #expect(verdict.map { $0 == .forbidden } ?? true, "\(changes)")
    }

    /// A size that leaves out what older sections have.
    @Test func theSizeMayNotShrink() throws {
        for (size, verdict) in [(60, PDFChanges.Verdict.none), (4, .forbidden)] {
            var update = try RawUpdate()
            update.finish([("/Size 60", "/Size \(size)")], lines: "0 1\n0000000000 65535 f \n")
            #expect(try update.verdict() == verdict)
        }
    }

    /// Programs look for the end of a file in its last kilobyte.
    @Test func theEndMayNotBeFarFromTheEnd() throws {
        for (count, verdict) in [(500, PDFChanges.Verdict.none), (2_000, .suspicious)] {
            for filling in [String(repeating: " ", count: count), String(repeating: "% comment\n", count: count / 10)] {
                var pdf = try RawUpdate().pdf
                pdf.append(filling)
                #expect(try pdf.changes().verdict == verdict)
            }
        }
    }

    @Test func anUpdateBeginsOnALineOfItsOwn() throws {
        var pdf = SignedTestPDF()
        try pdf.sign(16)
        pdf.removeLast()
        for (text, verdict) in [("\n", PDFChanges.Verdict.none), ("", .forbidden)] {
            var update = try RawUpdate(pdf)
            update.append(text)
            update.object(40, "40 0 obj\n1\nendobj\n")
            update.finish()
            #expect(try update.verdict() == verdict)
        }
    }
}

extension SignedTestPDF {
    mutating func removeLast() { self = SignedTestPDF(bytes: bytes.dropLast()) }
}
