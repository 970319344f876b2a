import Testing

@testable import ParaphPDF

@Suite struct RevisionTests {
    /// A form with a signature field, signed by room filled with bytes, twice; the ends of the three revisions.
    private func signedTwice() throws -> (bytes: [UInt8], ends: [Int]) {
        var pdf = TestPDF(catalog: "/AcroForm<</Fields[10 0 R 11 0 R]/SigFlags 3>>")
        pdf.add(10, "<</T(first)/FT/Sig>>")
        pdf.add(11, "<</T(second)/FT/Sig>>")
        pdf.finish()
        var bytes = pdf.bytes
        var ends = [bytes.count]
        for field in 10...11 {
            var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
            let signature = update.add(signature: PDFDictionary(), size: 16)
            var dictionary = try #require(try update.object(PDFReference(field)).dictionary)
            dictionary["V"] = .reference(signature)
            update.set(.dictionary(dictionary), for: PDFReference(field))
            if field == 10 { try update.certify(by: signature) }
            var written = try update.write()
            let fits = written.fill([0x30, 2, UInt8(field), 0], startOfAppended: bytes.count)
            #expect(fits)
            bytes += written.appended
            ends.append(bytes.count)
        }
        return (bytes, ends)
    }

    @Test func everyRevisionIsExtractedByteForByte() throws {
        let (bytes, ends) = try signedTwice()
        let file = try PDFFile(PDFBytes(bytes))
        let revisions = try file.revisions()
        #expect(revisions.map(\.length) == ends)
        #expect(revisions.map(\.number) == [1, 2, 3])
        #expect(revisions.map(\.sections) == [2..<3, 1..<2, 0..<1])
        for revision in revisions {
            #expect(file.bytes(of: revision).array == Array(bytes[..<revision.length]))
            #expect(try PDFFile(file.bytes(of: revision)).revisions().count == revision.number)
        }
        #expect(try file.trailingBytes() == 0)
    }

    @Test func signaturesSayWhatTheyCover() throws {
        let (bytes, ends) = try signedTwice()
        let signatures = try PDFFile(PDFBytes(bytes)).signatures()
        #expect(signatures.map(\.field.name) == ["first", "second"])
        #expect(signatures.map(\.coverage) == [.revision(ends[1]), .document])
        #expect(signatures.map(\.kind) == [.certification, .approval])
        #expect(signatures.map(\.contents) == [[0x30, 2, 10, 0], [0x30, 2, 11, 0]])
        let parts = try #require(signatures[1].signedParts(of: try PDFFile(PDFBytes(bytes))))
        #expect(parts.0.count + parts.1.count == bytes.count - 34)
    }

    @Test func bytesBehindTheEndAreCoveredByNoSignature() throws {
        let (bytes, ends) = try signedTwice()
        let file = try PDFFile(PDFBytes(bytes + Array("99 0 obj(evil)endobj\n".utf8)))
        #expect(try file.signatures().map(\.coverage) == [.revision(ends[1]), .revision(ends[2])])
        #expect(try file.trailingBytes() == 20)
    }

    @Test(arguments: [
        "0 10 20", "0 10 20 30 40", "1 %a %b %c", "0 %a %b 0", "0 %a %a %c", "0 %b %a %c", "0 %a %b %d", "0 -5 %b %c", "0 %a %b -1",
        "0 9223372036854775807 9223372036854775807 9223372036854775807", "0 5 %b %c", "0 %a 9999999 5", "/A/B/C/D", "0 %e %b %c", "",
    ])
    func rangesThatAreNotExactAreBroken(range: String) throws {
        let (bytes, _) = try signedTwice()
        let signature = try #require(try PDFFile(PDFBytes(bytes)).signatures().last)
        let numbers = signature.byteRange
        let text = range.replacing("%a", with: "\(numbers[1])").replacing("%b", with: "\(numbers[2])")
            .replacing("%c", with: "\(numbers[3])").replacing("%d", with: "\(numbers[3] - 9)").replacing("%e", with: "\(numbers[1] - 1)")
        // The forged range is written over the true one, which has room.
        let place = try #require(PDFBytes(bytes).last("/ByteRange["))
        let end = try #require(PDFBytes(bytes).first("]", from: place))
        var forged = bytes
        for index in place + 11..<end { forged[index] = 32 }
        let room = end - place - 11
        guard text.utf8.count <= room else { return }
        for (index, byte) in text.utf8.enumerated() { forged[place + 11 + index] = byte }
        let read = try #require(try PDFFile(PDFBytes(forged)).signatures().first { $0.field.name == "second" })
        #expect(read.coverage == .broken)
        #expect(read.signedParts(of: try PDFFile(PDFBytes(forged))) == nil)
    }

    @Test func linearisedFilesHaveOneRevision() throws {
        // The first section is in front and names the second; the end of the file names the first.
        var pdf = TestPDF(header: "%PDF-1.4\n")
        pdf.add(3, "<</Type/Page>>")
        let front = pdf.bytes.count
        let reserved = 200
        pdf.append(String(repeating: " ", count: reserved) + "\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Kids[3 0 R]>>")
        let main = pdf.bytes.count
        func line(_ number: Int) -> String { "\(number) 1\n\(TestPDF.padded(pdf.offsets[number] ?? 0)) 00000 n \n" }
        let first = "xref\n\(line(3))trailer\n<</Root 1 0 R/Size 4/Prev \(main)>>\nstartxref\n0\n%%EOF\n"
        let second = "xref\n\(line(1))\(line(2))trailer\n<</Size 4>>\nstartxref\n\(front)\n%%EOF\n"
        var bytes = pdf.bytes
        bytes.replaceSubrange(front..<front + first.utf8.count, with: Array(first.utf8))
        let file = try PDFFile(PDFBytes(bytes + Array(second.utf8)))
        #expect(!file.isRepaired)
        #expect(try file.pageCount() == 1)
        #expect(file.sections.count == 2)
        #expect(try file.revisions() == [PDFRevision(number: 1, length: file.bytes.count, sections: 0..<2)])
    }

    @Test func repairedFilesHaveOneRevision() throws {
        let file = try TestPDF().open()
        #expect(try file.revisions().map(\.length) == [file.bytes.count])
    }
}
