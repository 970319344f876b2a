import Testing

@testable import ParaphPDF

@Suite struct ImageTests {
    /// The head of a JPEG: its frame, what else is given, the start of a scan and some data.
    private func jpeg(components: Int = 3, frame: UInt8 = 0xC0, segments: [UInt8] = [], precision: UInt8 = 8) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8] + segments
        bytes += [0xFF, frame, 0, UInt8(8 + components * 3), precision, 0, 20, 0, 30, UInt8(components)]
        bytes += [UInt8](repeating: 0x11, count: components * 3)
        return bytes + [0xFF, 0xDA, 0, 3, 1, 7, 7, 7, 0xFF, 0xD9]
    }

    private func exif(_ orientation: UInt8) -> [UInt8] {
        let tiff = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        return [0xFF, 0xE1, 0, UInt8(8 + tiff.count)] + Array("Exif\0\0".utf8) + tiff
    }

    @Test(arguments: [(1, "DeviceGray"), (3, "DeviceRGB"), (4, "DeviceCMYK")] as [(Int, StaticString)])
    func aJPEGIsPassedOn(components: Int, colours: StaticString) throws {
        let bytes = jpeg(components: components)
        let image = try PDFImage(PDFBytes(bytes))
        #expect((image.width, image.height) == (30, 20))
        let (dictionary, data, _) = try added(image)
        #expect(data == bytes)
        #expect(dictionary["ColorSpace"] == .name(colours))
        #expect(dictionary["Filter"] == .name("DCTDecode"))
        #expect(dictionary["Decode"] == nil)
    }

    @Test func whatACameraSaysOfThePlaceIsLeftOut() throws {
        let secret = [0xFF, 0xFE, 0, 8] + Array("secret".utf8)
        let image = try PDFImage(PDFBytes(jpeg(segments: exif(6) + secret)))
        #expect((image.width, image.height) == (20, 30))
        #expect(image.matrix(in: PDFRectangle(0, 0, 2, 3)) == [0, -3, 2, 0, 0, 3])
        #expect(try added(image).data == jpeg())
    }

    @Test func theColoursOfAdobeAreInverted() throws {
        let adobe = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [UInt8](repeating: 0, count: 7)
        let dictionary = try added(PDFImage(PDFBytes(jpeg(components: 4, segments: adobe)))).dictionary
        #expect(dictionary["Decode"]?.array?.compactMap(\.integer) == [1, 0, 1, 0, 1, 0, 1, 0])
    }

    @Test func otherPicturesAreRefused() {
        #expect(throws: PDFError(.unsupported, "")) { try PDFImage(PDFBytes(Array("GIF89a".utf8))) }
        #expect(throws: PDFError(.unsupported, "")) { try PDFImage(PDFBytes(jpeg(frame: 0xC3))) }
        #expect(throws: PDFError(.unsupported, "")) { try PDFImage(PDFBytes(jpeg(precision: 12))) }
        #expect(throws: PDFError(.unsupported, "")) { try PDFImage(PDFBytes(jpeg(components: 2))) }
        for length in 0..<26 { #expect(throws: PDFError.self) { try PDFImage(PDFBytes(Array(jpeg().prefix(length)))) } }
    }

    private func png(
        _ kind: UInt8,
        bits: UInt8 = 8,
        width: Int = 2,
        height: Int = 2,
        rows: [UInt8],
        more: [(String, [UInt8])] = [],
        interlace: UInt8 = 0
    )
        -> [UInt8]
    {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        func add(_ name: String, _ content: [UInt8]) {
            bytes.put32(content.count)
            bytes += Array(name.utf8) + content + [0, 0, 0, 0]
        }
        var header: [UInt8] = []
        header.put32(width)
        header.put32(height)
        add("IHDR", header + [bits, kind, 0, 0, interlace])
        for (name, content) in more { add(name, content) }
        add("IDAT", Deflate.encode(rows))
        add("IEND", [])
        return bytes
    }

    /// The image object of an update, with its data as they are in the file.
    private func added(_ image: PDFImage) throws -> (dictionary: PDFDictionary, data: [UInt8], mask: [UInt8]?) {
        var pdf = TestPDF()
        pdf.finish()
        var update = try PDFUpdate(pdf.open())
        let reference = update.add(image)
        let file = try PDFFile(PDFBytes(pdf.bytes + update.write().appended))
        let stream = try #require(try file.object(reference).stream)
        let mask = try file.resolve(stream.dictionary["SMask"]).stream.map { try file.decoded($0).bytes.array }
        let isJPEG = stream.dictionary["Filter"] == .name("DCTDecode")
        return (stream.dictionary, isJPEG ? stream.data.array : try file.decoded(stream).bytes.array, mask)
    }

    @Test func everyKindOfPNGIsDecoded() throws {
        func samples(_ bytes: [UInt8]) throws -> [UInt8] { try added(PDFImage(PDFBytes(bytes))).data }
        #expect(try samples(png(0, rows: [0, 1, 2, 2, 1, 1])) == [1, 2, 2, 3])
        #expect(try samples(png(0, bits: 1, rows: [0, 0x80, 0, 0x40])) == [255, 0, 0, 255])
        #expect(try samples(png(0, bits: 16, rows: [0, 9, 0, 8, 0, 0, 7, 0, 6, 0])) == [9, 8, 7, 6])
        #expect(try samples(png(2, rows: [1, 1, 2, 3, 1, 1, 1, 0, 0, 0, 0, 9, 9, 9])) == [1, 2, 3, 2, 3, 4, 0, 0, 0, 9, 9, 9])
        let palette: [(String, [UInt8])] = [("PLTE", [1, 2, 3, 4, 5, 6])]
        #expect(try samples(png(3, bits: 4, rows: [0, 0x01, 0, 0x1F], more: palette)) == [1, 2, 3, 4, 5, 6, 4, 5, 6, 0, 0, 0])
    }

    @Test func whatIsClearBecomesAMask() throws {
        let both = try added(PDFImage(PDFBytes(png(4, rows: [0, 1, 10, 2, 255, 0, 3, 0, 4, 255]))))
        #expect(both.data == [1, 2, 3, 4] && both.mask == [10, 255, 0, 255])
        let colour = try added(PDFImage(PDFBytes(png(6, width: 1, height: 1, rows: [0, 1, 2, 3, 4]))))
        #expect(colour.data == [1, 2, 3] && colour.mask == [4])
        let key = try added(PDFImage(PDFBytes(png(0, rows: [0, 1, 2, 0, 1, 1], more: [("tRNS", [0, 1])]))))
        #expect(key.mask == [0, 255, 0, 0])
        let opaque = try added(PDFImage(PDFBytes(png(6, width: 1, height: 1, rows: [0, 1, 2, 3, 255]))))
        #expect(opaque.mask == nil)
    }

    @Test func anInterlacedPNGIsPutTogether() throws {
        // Three by three pixels are in passes 1, 4, 5, 6 and 7.
        let rows: [UInt8] = [0, 1] + [0, 3] + [0, 7, 9] + [0, 2] + [0, 8] + [0, 4, 5, 6]
        #expect(try added(PDFImage(PDFBytes(png(0, width: 3, height: 3, rows: rows, interlace: 1)))).data == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test func damagedPNGsAreRefused() throws {
        let whole = png(0, rows: [0, 1, 2, 0, 1, 1])
        for length in 0..<whole.count { #expect(throws: PDFError.self) { try PDFImage(PDFBytes(Array(whole.prefix(length)))) } }
        #expect(throws: PDFError(.truncated, "")) { try PDFImage(PDFBytes(png(0, rows: [0, 1]))) }
        #expect(throws: PDFError(.malformed, "")) { try PDFImage(PDFBytes(png(5, rows: [0]))) }
        #expect(throws: PDFError(.malformed, "")) { try PDFImage(PDFBytes(png(2, bits: 4, rows: [0]))) }
        #expect(throws: PDFError(.tooLarge, "")) { try PDFImage(PDFBytes(png(0, width: 1 << 20, height: 1 << 20, rows: [0]))) }
        #expect(throws: PDFError.self) { try PDFImage(PDFBytes(png(0, width: 0, rows: [0]))) }
    }
}
