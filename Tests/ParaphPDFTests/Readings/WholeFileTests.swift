import Testing

@testable import ParaphPDF

/// A file is signed where every program reads all of it in one way; behind a signature of another file, whatever follows gets a remark.
@Suite struct WholeFileTests {
    /// What stands on a page that the update leaves alone, for some programs only.
    static let pages = [
        "/Y obj/Contents 9 0 R", "/Y endobj/Contents 9 0 R", "/Y trailer/Contents 9 0 R", "/Y[9.0 0 R]", "/Y[9e0 0 R]", "/Y[9 0- R]",
        "/Y[4294967305 0 R]", "/Y[9 0R]", "/Y 9 0 #52", "/Y--9", "/Y 1/Y 2",
    ]

    /// Signs the first field, and writes an object that nothing seems to need; says what becomes of the signature.
    private func verdict(page: String = "", unused: String = "null", more: (inout TestPDF) -> Void = { _ in }) throws
        -> PDFChanges.Verdict
    {
        var pdf = SignedTestPDF(page: page, more: more)
        try pdf.sign(16)
        try pdf.update([9: unused])
        return try pdf.changes().verdict
    }

    @Test func whatNothingRefersToMayGo() throws {
        #expect(try verdict() == .none)
    }

    @Test(arguments: pages) func pagesThatProgramsReadDifferentlyGetARemark(page: String) throws {
        #expect(try verdict(page: page) >= .suspicious)
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(SignedTestPDF(page: page).open()) }
    }

    /// A page of one stream, behind which stand a table and a trailer.
    private func file(
        stream: String = "<</Length 9>>\nstream\n0 0 9 9 r\nendstream",
        table: (String) -> String = { $0 },
        trailer: String = "",
        before: String = "",
        head: String = "3 0 obj",
        end: String = ""
    ) -> [UInt8] {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (number, body) in [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<<>>>>",
            "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", stream,
        ].enumerated() {
            if number == 2 { text += before }
            if number == 2, let digit = head.firstIndex(of: "3") {
                offsets.append(text.utf8.count + head.utf8.distance(from: head.startIndex, to: digit))
                text += "\(head)\n\(body)\nendobj\n"
            } else {
                offsets.append(text.utf8.count)
                text += "\(number + 1) 0 obj\n\(body)\nendobj\n"
            }
        }
        let start = text.utf8.count
        var lines = "0000000000 65535 f \n"
        for offset in offsets { lines += "\(TestPDF.padded(offset)) 00000 n \n" }
        text += "xref\n" + table("0 5\n\(lines)") + "trailer\n<</Root 1 0 R/Size 5\(trailer)>>\nstartxref\n\(start)\n%%EOF\n\(end)"
        return Array(text.utf8)
    }

    private func update(_ bytes: [UInt8]) throws { _ = try PDFUpdate(PDFFile(PDFBytes(bytes))) }

    @Test func plainFilesAreSigned() throws {
        #expect(throws: Never.self) { try update(file()) }
        // Another body of the page stands before the one that counts, which all programs find.
        #expect(throws: Never.self) { try update(file(before: "3 0 obj\n<<>>\nendobj\n")) }
        #expect(throws: Never.self) { try update(file(table: { $0.replacing("65535 f", with: "65536 f") })) }
        #expect(throws: Never.self) { try update(file(stream: "<</Length 9>>\nstream\n0 0 9 9 r \n\n endstream")) }
        #expect(throws: Never.self) { try update(file(end: "% a comment\n")) }
    }

    /// Some programs decode them, and others show nothing, or the file as it is.
    @Test(arguments: [
        "<</Filter/Foo/Length 9>>\nstream\n0 0 9 9 r\nendstream", "<</Filter[null]/Length 9>>\nstream\n0 0 9 9 r\nendstream",
        "<</F(x)/Length 9>>\nstream\n0 0 9 9 r\nendstream", "<</DP<<>>/Length 9>>\nstream\n0 0 9 9 r\nendstream",
        "<</Filter/ASCIIHexDecode/DecodeParms[null]/Length 3>>\nstream\n20>\nendstream",
        "<</Filter/FlateDecode/Length 9>>\nstream\n0 0 9 9 r\nendstream",
    ]) func streamsThatProgramsDecodeDifferentlyAreNot(stream: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(stream: stream)) }
    }

    @Test func norAreContentsThatAreNoStreams() {
        var pdf = TestPDF(page: "/Contents[5 0 R 0 5 0 R]")
        pdf.finish()
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(pdf.open()) }
    }

    /// By the standard an end of line in a string is one line feed; programs take its bytes, which may be colours.
    @Test(arguments: ["(a\r\nb)", "(a\rb)", "(a(\r))"]) func norAreStringsWithCarriageReturns(string: String) throws {
        #expect(try verdict(page: "/Y\(string)") >= .suspicious)
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(SignedTestPDF(page: "/Y\(string)").open()) }
        #expect(try verdict(page: "/Y(a\\r\\n\nb\\\r\nc)") == .none)
    }

    @Test(arguments: [
        "/Prev 15 0 R", "/Prev 0", "/XRefStm 60000", "/XRefStm 15 0 R", "/XRefStm 15", "/Prev 0/Prev 0", "/Y--1", "/Root 2 0 R",
    ]) func filesWhoseSectionsLeadNowhereAreNot(trailer: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(trailer: trailer)) }
    }

    @Test func neitherAreFilesWhoseTableIsWrittenOtherwise() {
        #expect(throws: PDFError.self) { try update(file(table: { $0.replacing("0 5\n", with: "0 6\n") })) }
        #expect(throws: PDFError.self) { try update(file(table: { $0 + "4 1\n0000000009 00000 n \n" })) }
        #expect(throws: PDFError.self) { try update(file(table: { $0.replacing(" n \n", with: " n\n") })) }
        #expect(throws: PDFError.self) { try update(file(table: { $0 + "7 1\n0000060000 00000 n \n" })) }
        #expect(throws: PDFError.self) { try update(file(table: { $0.replacing("0000000009", with: "0000000010") })) }
    }

    @Test(arguments: ["<</Y obj/Length 60000>>", "<</Length 60000>>", "<</Length 6e4>>", "<</Length 9.0 0 R>>", "<</Length -9>>"])
    func neitherAreThoseWhoseStreamsMayGrow(dictionary: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(stream: "\(dictionary)\nstream\n0 0 9 9 r\nendstream")) }
    }

    /// Some programs look for the word and stop where a table has another object begin, so that an update lets them read on.
    @Test(arguments: [
        "<</Length 9>>\nstream\n0 0 9 9 r\nendstreamX", "<</Length 9>>\nstream\n0 0 9 9 r\nXendstream",
        "<</Length 9>>\nstream\n0 0 9 9 r\n%endstream",
        "<</Length 9>>\nstream\n0 0 9 9 r\n", "<</Length 9>>\nstream\n0 0 9 9 r\nendstrea", "<</Length 5>>\nstream\n0 0 9 9 r\nendstream",
        "<</Length 12>>\nstream\n0 0 9 9 r\nendstream", "<</Length 9>>\nstream\r0 0 9 9 r\nendstream",
        "<</Length 9>>\nstream\n0 0 9 9 r\nendstream 1",
    ]) func neitherAreThoseWhoseStreamsEndInSeveralWays(stream: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(stream: stream)) }
    }

    @Test func aSignatureOverWhichAnotherObjectReachesIsNotMade() throws {
        let pdf = SignedTestPDF { $0.add(40, "<</Length 9>>\nstream\n0 0 9 9 r") }
        let file = try PDFFile(PDFBytes(pdf.bytes))
        var update = PDFUpdate(unwritten: file)
        let value = update.add(signature: PDFDictionary(), size: 16)
        var field = try #require(try file.object(PDFReference(16)).dictionary)
        field["V"] = .reference(value)
        update.set(.dictionary(field), for: PDFReference(16))
        update.set(.stream(PDFStream(PDFDictionary(), data: PDFBytes([49]))), for: PDFReference(50))
        let signed = try PDFFile(file, extendedTo: PDFBytes(pdf.bytes + update.write().appended))
        let error = #expect(throws: PDFError(.malformed, "")) { try signed.checkUpdate(of: file) }
        #expect(error?.description.contains("covers") ?? false)
    }

    @Test(arguments: ["% 3 0 obj", "x3 0 obj", "x 3 0 obj", "(3 0 obj", "7 3 0 obj"]) func neitherAreThoseWhoseBodiesHide(head: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(before: "3 0 obj\n<</Type/Page>>\nendobj\n", head: head)) }
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(before: "3 0 obj\n<</Type/Page>>\nendobj\n", head: "3%c\n0 obj")) }
    }

    @Test func neitherAreThoseThatReferToABodyInNoTable() {
        let stream = "<</Length 9/Y 7 0 R>>\nstream\n0 0 9 9 r\nendstream"
        #expect(throws: Never.self) { try update(file(stream: stream)) }
        #expect(throws: PDFError(.ambiguous, "")) { try update(file(stream: stream, before: "7 0 obj\nnull\nendobj\n")) }
    }

    /// A page and its content in a stream of objects.
    private func streams(_ list: String, _ members: String, first: Int? = nil) throws {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<<>>>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 9 0 R/Annots 8 0 R>>")
        pdf.add(4, dictionary: "/Type/ObjStm/N 2/First \(first ?? list.utf8.count)", stream: Array((list + members).utf8))
        pdf.finishWithStream(10, compressed: [8: (4, 0), 9: (4, 1)])
        _ = try PDFUpdate(pdf.open())
    }

    @Test func streamsOfObjectsTellInOneWayWhatTheyHold() {
        #expect(throws: Never.self) { try streams("8 0 9 3 ", "[] [7 0 R]") }
        #expect(throws: Never.self) { try streams("8 0\n9 3\n", "[]\n[7 0 R]\n%x\n") }
        for (list, members, first) in [
            ("8 0 9 0 ", "[7 0 R]", nil), ("8 8 9 0 ", "[7 0 R] []", nil), ("8 0 9 3 ", "[] <<>>\nstream\nx\nendstream", nil),
            ("8 0 9 3 ", "[] [7 0 R] 1", nil), ("8 0 9 3 ", "[] [] %x\nstream", nil), ("8 0 9 3 ", "[] []", 0), ("8 8 9 11 ", "[] []", 1),
            ("8 0 9 3 7 ", "[] []", nil),
        ] as [(String, String, Int?)] {
            #expect(throws: PDFError(.ambiguous, ""), "\(list)\(members)") { try streams(list, members, first: first) }
        }
    }

    /// Heads within a stream cost no more than their number, whatever they open.
    @Test(arguments: ["99 0 obj%", "99 0 obj<0", "99 0 obj(", "99 0 obj[", "99 0 obj<</First("]) func manyHeadsAreRead(head: String) throws
    {
        let data = String(repeating: head, count: 16_000)
        try update(file(stream: "<</Length \(data.utf8.count)>>\nstream\n\(data)\nendstream"))
        var pdf = SignedTestPDF { $0.add(40, dictionary: "", stream: Array(data.utf8)) }
        try pdf.sign(16)
        try pdf.update([9: "null"])
        #expect(try pdf.changes().verdict == .none)
    }

    @Test func programsCountFromOnePlace() {
        #expect(throws: Never.self) { try update(Array("mail\n".utf8) + file()) }
        #expect(throws: PDFError(.ambiguous, "")) { try update(Array(repeating: 10, count: 1_010) + file()) }
        // The number that leads to the table leads to another one in the file that is counted otherwise.
        let inner = file()
        let table = "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 1>>\n"
        for room in stride(from: 900, to: 100, by: -100) {
            let bytes = Array(repeating: UInt8(ascii: "\n"), count: room) + inner
            // Where that number leads from the start of the file.
            guard let start = Self.start(of: inner), start + table.utf8.count < room else { continue }
            var both = bytes
            both.replaceSubrange(start..<start + table.utf8.count, with: table.utf8)
            #expect(throws: PDFError(.ambiguous, "")) { try update(both) }
        }
    }

    /// What `startxref` says.
    private static func start(of bytes: [UInt8]) -> Int? {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return words.firstIndex(of: "startxref").flatMap { Int(words[$0 + 1]) }
    }

    @Test func listsOfLayersStayWhereTheyAre() throws {
        var pdf = SignedTestPDF(
            catalog: "/OCProperties<</OCGs[40 0 R]/D<</OFF[40 0 R]>>>>",
            page: "/Resources<</Properties<</L<</Type/OCMD/OCGs[40 0 R]>>>>>>"
        ) { $0.add(40, "<</Type/OCG/Name(a)>>") }
        try pdf.sign(16)
        try pdf.update([3: pdf.text(3, with: "/Resources<</Properties<</L<</Type/OCMD/OCGs 41 0 R>>>>>>"), 41: "[40 0 R]"])
        #expect(try pdf.changes().verdict == .forbidden)
    }

    @Test(arguments: ["/Resources<</Properties<</L 41 0 R>>>>", "/Z<</OC 41 0 R>>"]) func copiesOfLayersAreOthers(page: String) throws {
        var pdf = SignedTestPDF(catalog: "/OCProperties<</OCGs[40 0 R]/D<</OFF[40 0 R]>>>>", page: page.replacing("41", with: "40")) {
            $0.add(40, "<</Type/OCG/Name(a)>>")
        }
        try pdf.sign(16)
        try pdf.update([3: pdf.text(3, with: page), 41: "<</Type/OCG/Name(a)>>"])
        #expect(try pdf.changes().verdict == .forbidden)
    }
}

extension SignedTestPDF {
    fileprivate func open() throws -> PDFFile { try PDFFile(PDFBytes(bytes)) }
}
