import ParaphPDFCrypto
import Testing

@testable import ParaphPDF

@Suite struct UpdateTests {
    /// Files of every kind: table, stream, hybrid, bytes before the header, without a table, without a line end at the end.
    private static let files: [(name: String, bytes: [UInt8])] = {
        var table = TestPDF(pages: 2)
        table.add(6, dictionary: "/Type/XRef/W[1 1 1]/Index[0 1]/Size 7/Root 1 0 R", stream: [0, 0, 255])
        table.finish(trailer: "/Info<</Title(t)>>/ID[(a)(b)]/XRefStm \(table.offsets[6] ?? 0)")
        var stream = TestPDF(pages: 2)
        stream.add(6, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("7 0 (hidden)".utf8))
        stream.finishWithStream(9, compressed: [7: (6, 0)], trailer: "/ID[(a)(b)]")
        let broken = TestPDF(pages: 2)
        var brokenStreams = TestPDF(pages: 2)
        brokenStreams.add(6, dictionary: "/Type/ObjStm/N 1/First 4", stream: Array("7 0 (hidden)".utf8))
        var unfinished = table.bytes
        unfinished.removeLast()
        var shifted = TestPDF(header: "junk\n%PDF-1.4\n")
        shifted.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        shifted.add(2, "<</Kids[3 0 R 3 0 R]/Count 2>>")
        shifted.add(3, "<</Type/Page>>")
        shifted.finish(shift: 5)
        return [
            ("table", table.bytes), ("stream", stream.bytes), ("broken", broken.bytes), ("broken streams", brokenStreams.bytes),
            ("unfinished", unfinished), ("shifted", shifted.bytes),
        ]
    }()

    private func appended(_ bytes: [UInt8], _ change: (inout PDFUpdate) throws -> Void) throws -> PDFFile {
        var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
        try change(&update)
        return try PDFFile(PDFBytes(bytes + update.write().appended))
    }

    @Test(arguments: 0..<6)
    func changesAreReadBack(index: Int) throws {
        let (_, bytes) = Self.files[index]
        var reference = PDFReference(0)
        let file = try appended(bytes) { update in
            reference = update.add(.string(PDFString(Array("new".utf8))))
            _ = update.add(PDFDictionary(), stream: Array("compressed ".utf8) + [UInt8](repeating: 65, count: 1000))
            var page = try #require(try update.object(PDFReference(3)).dictionary)
            page["Rotate"] = .integer(90)
            update.set(.dictionary(page), for: PDFReference(3))
        }
        #expect(!file.isRepaired)
        #expect(try file.pageCount() == 2)
        #expect(try file.object(reference).string?.bytes == Array("new".utf8))
        #expect(try file.rotation(of: #require(try file.page(at: 0))) == 90)
        let stream = try #require(try file.object(PDFReference(reference.number + 1)).stream)
        #expect(try file.decoded(stream).bytes.count == 1011)
        #expect(file.trailer["XRefStm"] == nil)
    }

    @Test func theSectionIsOfTheKindThatTheFileHas() throws {
        let kinds = try Self.files.map { item in
            try appended(item.bytes) { _ = $0.add(.integer(1)) }.sections.map(\.kind)
        }
        #expect(kinds == [[.table, .hybrid], [.stream, .stream], [.table], [.stream], [.table, .hybrid], [.table, .table]])
    }

    @Test func theTrailerKeepsWhatTheFileIs() throws {
        let file = try appended(Self.files[0].bytes) { _ = $0.add(.integer(1)) }
        #expect(file.trailer["Info"] != nil)
        #expect(file.trailer["ID"]?.array?.count == 2)
        #expect(file.trailer["Prev"] != nil)
        #expect(file.trailer["Size"] == .integer(8))
    }

    @Test func aSecondChangeFollowsTheFirst() throws {
        for item in Self.files {
            var update = try PDFUpdate(PDFFile(PDFBytes(item.bytes)))
            let first = update.add(.integer(1))
            let once = try item.bytes + update.write().appended
            let file = try appended(once) { $0.set(.integer(2), for: first) }
            #expect(try file.object(first) == .integer(2), "\(item.name)")
            #expect(!file.isRepaired)
        }
    }

    @Test func aSignatureCoversAllButItself() throws {
        for item in Self.files {
            var update = try PDFUpdate(PDFFile(PDFBytes(item.bytes)))
            let reference = update.add(signature: PDFDictionary([PDFDictionary.Entry(PDFName("Filter"), .name("Adobe.PPKLite"))]), size: 20)
            var written = try update.write()
            let fits = written.fill([UInt8](repeating: 0xAB, count: 20), startOfAppended: item.bytes.count)
            let isTooLong = !written.fill([UInt8](repeating: 0xAB, count: 21), startOfAppended: item.bytes.count)
            #expect(fits && isTooLong)
            let whole = item.bytes + written.appended
            let contents = try #require(written.contents)
            #expect(written.byteRange == [0, contents.lowerBound, contents.upperBound, whole.count - contents.upperBound])
            #expect(whole[contents.lowerBound] == UInt8(ascii: "<") && whole[contents.upperBound - 1] == UInt8(ascii: ">"))
            let read = try #require(try PDFFile(PDFBytes(whole)).object(reference).dictionary)
            #expect(read["ByteRange"]?.array?.map { $0.integer ?? -1 } == written.byteRange)
            #expect(read["Contents"]?.string?.bytes == [UInt8](repeating: 0xAB, count: 20))
        }
    }

    @Test(arguments: EncryptionTests.kinds)
    func whatIsAddedToAnEncryptedFileIsEncrypted(kind: String) throws {
        let bytes = try EncryptionTests.fixture(kind)
        let password = Array("owner".utf8)
        let secret = Array("quite a secret".utf8)
        var update = try PDFUpdate(PDFFile(bytes, password: password, ciphers: .crypto))
        let string = update.add(.dictionary(PDFDictionary([PDFDictionary.Entry(PDFName("S"), .string(PDFString(secret)))])))
        let stream = update.add(PDFDictionary(), stream: secret)
        let signature = update.add(signature: PDFDictionary([PDFDictionary.Entry(PDFName("Name"), .string(PDFString(secret)))]), size: 4)
        var written = try update.write()
        let fits = written.fill([1, 2, 3, 4], startOfAppended: bytes.count)
        #expect(fits)
        #expect(PDFBytes(written.appended).first("quite a secret", from: 0) == nil)
        #expect(PDFBytes(written.appended).first("<01020304>", from: 0) != nil)
        let file = try PDFFile(PDFBytes(bytes.array + written.appended), password: Array("user".utf8), ciphers: .crypto)
        #expect(try file.object(string).dictionary?["S"]?.string?.bytes == secret)
        #expect(try file.decoded(#require(try file.object(stream).stream)).bytes.array == secret)
        #expect(try file.object(signature).dictionary?["Name"]?.string?.bytes == secret)
        #expect(try file.object(signature).dictionary?["Contents"]?.string?.bytes == [1, 2, 3, 4])
        #expect(throws: PDFError(.password, "")) { try PDFUpdate(PDFFile(bytes, ciphers: .crypto)).write() }
    }
}
