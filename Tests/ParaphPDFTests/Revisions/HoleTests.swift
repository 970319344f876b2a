import Testing

@testable import ParaphPDF

/// What a signature leaves out may hold the signature and nothing else, and nothing is read from there.
@Suite struct HoleTests {
    /// A signed document, and where its hole is.
    private func signed() throws -> (bytes: [UInt8], hole: Range<Int>) {
        var pdf = SignedTestPDF()
        try pdf.sign(16)
        let signature = try #require(try PDFFile(PDFBytes(pdf.bytes)).signatures().first)
        return (pdf.bytes, signature.byteRange[1]..<signature.byteRange[2])
    }

    private func coverage(_ bytes: [UInt8]) throws -> PDFSignature.Coverage {
        try #require(try PDFFile(PDFBytes(bytes)).signatures().first { $0.field.name == "first" }).coverage
    }

    @Test(arguments: [
        (">", PDFSignature.Coverage.document), (" >", .document), ("z>", .broken), ("%>", .broken), ("(>", .broken), ("1>", .broken),
        ("\u{0}>", .broken),
    ])
    func theHoleHoldsDigitsAndZeros(tail: String, coverage expected: PDFSignature.Coverage) throws {
        var (bytes, hole) = try signed()
        bytes.replaceSubrange(hole.upperBound - tail.utf8.count..<hole.upperBound, with: tail.utf8)
        #expect(try coverage(bytes) == expected)
    }

    /// The signed table leads into the hole: whoever fills it says what the object is.
    @Test func noTableLeadsIntoTheHole() throws {
        let (bytes, hole) = try signed()
        let entry = try #require(PDFBytes(bytes).first("9 1\n", from: 0)) + 4
        for offset in [hole.lowerBound, hole.lowerBound + 3, hole.upperBound - 1, hole.lowerBound - 5] {
            var changed = bytes
            changed.replaceSubrange(entry..<entry + 10, with: TestPDF.padded(offset).utf8)
            #expect(try coverage(changed) == .broken)
        }
        var changed = bytes
        changed.replaceSubrange(entry..<entry + 10, with: TestPDF.padded(15).utf8)
        #expect(try coverage(changed) == .document)
    }

    /// A picture whose data go on, over what was appended, to the hole: whoever fills it draws.
    @Test(arguments: [
        ("<</Subtype/Image/Length 3000>>\nstream\n", false), ("<</Subtype/Image/Length 90000>>\nstream\n", false),
        ("<</Subtype/Image/Length 40 0 R>>\nstream\n", true), ("<</Subtype/Image/Length 300>>\nstream\n", true),
        ("<</Subtype/Image/Length 5>>\nstream\nabcde\nendstream", true), ("(", false), ("(\\)(\\()", false), ("(\\)())<28>/#28%(", true),
    ]) func nothingReachesAcrossTheHole(object: String, isRight: Bool) throws {
        var pdf = SignedTestPDF(unused: object)
        try pdf.sign(16)
        let history = try PDFHistory(try PDFFile(PDFBytes(pdf.bytes)))
        #expect(history.signatures.map(\.coverage) == [isRight ? .document : .broken])
    }

    /// /Contents or /ByteRange that stand elsewhere.
    @Test(arguments: ["/Contents 61 0 R/ByteRange[0 1 2 3]", "/Contents<00>/ByteRange 62 0 R"]) func whatIsSignedStandsInTheSignature(
        keys: String
    ) throws {
        let (bytes, hole) = try signed()
        var update = try RawUpdate(SignedTestPDF(bytes: bytes))
        let string = String(decoding: bytes[hole], as: UTF8.self)
        let signature = keys.replacing("<00>", with: string).replacing(
            "0 1 2 3",
            with: "0 \(hole.lowerBound) \(hole.upperBound) \(bytes.count - hole.upperBound)"
        )
        update.object(23, "23 0 obj\n<</Type/Sig\(signature)>>\nendobj\n")
        update.object(61, "61 0 obj\n\(string)\nendobj\n")
        update.object(62, "62 0 obj\n[0 \(hole.lowerBound) \(hole.upperBound) \(bytes.count - hole.upperBound)]\nendobj\n")
        update.finish([("/Size 60", "/Size 70")])
        #expect(try coverage(update.pdf.bytes) == .broken)
    }

    @Test func theEndOfAValueIsFound() {
        #expect(SignatureHole.end(of: [0x30, 2, 5, 0, 9]) == 4)
        #expect(SignatureHole.end(of: [0x30, 0x81, 1, 7, 9]) == 4)
        #expect(SignatureHole.end(of: [0x30, 0x80, 4, 1, 7, 0, 0, 9]) == 7)
        #expect(SignatureHole.end(of: [0x30, 0x80, 0x30, 0x80, 0, 0, 0, 0, 9]) == 8)
        for bytes in [[], [0x30], [0x30, 3, 1], [0x30, 0x80, 4, 1, 7], [4, 0x80], [0x30, 0x85, 1, 1, 1, 1, 1]] as [[UInt8]] {
            #expect(SignatureHole.end(of: bytes) == nil)
        }
    }
}
