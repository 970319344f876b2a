import Testing

@testable import ParaphPDF

/// A damaged file that is written anew has one reading, and is what this program read.
@Suite struct CleanCopyTests {
    /// A page, its content and what else a test adds, without a table.
    private func damaged(page: String = "", catalog: String = "", content: String = "0 0 9 9 re f", more: String = "", trailer: String = "")
        -> PDFBytes
    {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R\(catalog)>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<<>>>>",
            "<</Type/Page/Parent 2 0 R/Contents 4 0 R\(page)>>", "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
        ]
        var text = "%PDF-1.6\n"
        for (index, object) in objects.enumerated() { text += "\(index + 1) 0 obj\n\(object)\nendobj\n" }
        return PDFBytes(Array("\(text)\(more)\ntrailer\n<</Root 1 0 R/Size 5\(trailer)>>\n".utf8))
    }

    private func copy(_ bytes: PDFBytes) throws -> PDFFile { try PDFFile(PDFBytes(CleanCopy.bytes(of: PDFFile(bytes)))) }

    private func content(of file: PDFFile) throws -> String {
        let page = try #require(try file.pages().first)
        let stream = try #require(try file.resolve(page.dictionary["Contents"]).stream)
        return String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self)
    }

    @Test func whatProgramsReadDifferentlyHasOneReadingAfterwards() throws {
        let bytes = damaged(page: "/Z 9 0 R/Y obj", more: "9 0 obj\n(new)\nendobj\n9 0 obj\n(newer)\nendobj")
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(PDFFile(bytes)) }
        let clean = try copy(bytes)
        #expect(throws: Never.self) { try PDFUpdate(clean) }
        #expect(!clean.isRepaired)
        #expect(try content(of: clean) == "0 0 9 9 re f")
        #expect(clean.headerVersion == 16)
        // Of several bodies the one that this program reads.
        let page = try #require(try clean.pages().first)
        #expect(try clean.resolve(page.dictionary["Z"]) == PDFFile(bytes).object(PDFReference(9)))
    }

    @Test func theSameFileGivesTheSameCopy() throws {
        let bytes = damaged(page: "/Z[9 0 R 8 0 R]", more: "8 0 obj\n<</A 9 0 R>>\nendobj\n9 0 obj\n(x)\nendobj")
        let first = try CleanCopy.bytes(of: PDFFile(bytes))
        #expect(try CleanCopy.bytes(of: PDFFile(bytes)) == first)
        // And a copy is its own copy, but for the order of its objects.
        #expect(try CleanCopy.bytes(of: PDFFile(PDFBytes(first))).count == first.count)
    }

    @Test func nothingButWhatIsReachedIsWritten() throws {
        let clean = try copy(
            damaged(page: "/Z 7 0 R/N[null 8 0 R]", more: "9 0 obj\n(unreached)\nendobj\n7 0 obj\n6 0 R\nendobj\n6 0 obj\n(a)\nendobj")
        )
        #expect(clean.table.count == 6)
        let page = try #require(try clean.pages().first?.dictionary)
        #expect(try clean.resolve(page["Z"]).string?.bytes == Array("a".utf8))
        // What is not there is null, and no number that an update might give to something.
        #expect(page["N"] == .array([.null, .null]))
        #expect(clean.bytes.first("unreached", from: 0) == nil)
    }

    @Test func objectsThatLeadBackToThemselvesAreWrittenOnce() throws {
        let clean = try copy(damaged(page: "/Z 7 0 R", more: "7 0 obj\n[7 0 R 8 0 R 3 0 R]\nendobj\n8 0 obj\n8 0 R\nendobj"))
        let list = try #require(try clean.resolve(clean.pages().first?.dictionary["Z"]).array)
        #expect(list.count == 3)
        #expect(list[1] == .null)
        #expect(try clean.resolve(list[0]).array == list)
    }

    @Test func lengthsAreExactAndWordsOfFilesHide() throws {
        let bytes = damaged(page: "/Z 9 0 R", more: "9 0 obj\n<</Length 60000>>\nstream\n7 0 obj\n(x)\nendobj\nendstream\nendobj\n")
        let clean = try copy(bytes)
        let stream = try #require(try clean.resolve(clean.pages().first?.dictionary["Z"]).stream)
        #expect(try clean.decoded(stream).bytes.array == Array("7 0 obj\n(x)\nendobj".utf8))
        #expect(stream.dictionary["Length"] == .integer(stream.data.count))
        #expect(clean.bytes.first("7 0 obj\n(x)", from: 0) == nil)
    }

    @Test func numbersStayWithinWhatAllProgramsHold() throws {
        let page = try #require(try copy(damaged(page: "/Z[99999999999 -99999999999 1e9]")).pages().first?.dictionary)
        #expect(page["Z"]?.array?.prefix(2) == [.integer(2_147_483_647), .integer(-2_147_483_647)])
    }

    @Test func filesWithSignaturesAreRefused() throws {
        let signature = "9 0 obj\n<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>\nendobj"
        let field = "/AcroForm<</Fields[<</FT/Sig/T(a)/V 9 0 R>>]>>"
        #expect(throws: PDFError(.unsupported, "")) { try copy(damaged(catalog: field, more: signature)) }
        #expect(throws: PDFError(.unsupported, "")) { try copy(damaged(catalog: "/Perms<</UR3 9 0 R>>", more: signature)) }
        // A field that waits is none.
        #expect(throws: Never.self) { try copy(damaged(catalog: "/AcroForm<</Fields[<</FT/Sig/T(a)>>]>>")) }
    }

    @Test func encryptedFilesAreRefused() {
        let entries =
            "/Encrypt<</Filter/Standard/V 1/R 2/O(\(String(repeating: "o", count: 32)))/U(\(String(repeating: "u", count: 32)))/P -4>>"
        #expect(throws: PDFError(.password, "")) { try copy(damaged(trailer: entries)) }
    }

    @Test(arguments: [
        "/Filter/FlateDecode", "/Filter/ASCIIHexDecode", "/Filter/Foo", "/F(there.txt)", "/Filter/FlateDecode/DecodeParms<</Predictor 99>>",
    ])
    func streamsWhoseDataProgramsReadDifferentlyAreRefused(entries: String) {
        let more = "9 0 obj\n<</Length 7\(entries)>>\nstream\nq 1 0 Q\nendstream\nendobj"
        #expect(throws: PDFError.self) { try copy(damaged(page: "/Z 9 0 R", more: more)) }
    }

    @Test func limitsAndTheClockHold() throws {
        var limits = PDFLimits()
        limits.steps = 4_000
        let many = damaged(page: "/Z[\((0..<2_000).map { "\($0)" }.joined(separator: " "))]")
        #expect(throws: PDFError(.tooMuchWork, "")) { try CleanCopy.bytes(of: PDFFile(many, limits: limits)) }
        var isOver = false
        let file = try PDFFile(damaged(page: "/Z[\(String(repeating: "1 ", count: 200_000))]"), isOutOfTime: { isOver })
        isOver = true
        #expect(throws: PDFError(.outOfTime, "")) { try CleanCopy.bytes(of: file) }
    }

    @Test func aRefusalSaysWhatStandsInTheWay() {
        let error = #expect(throws: PDFError.self) { try PDFUpdate(PDFFile(damaged(page: "/Y obj"))) }
        #expect(
            error?.description.hasPrefix(
                "Programs read this file in two ways: something stands in it that is no value, in object 3, at byte "
            ) ?? false
        )
    }
}
