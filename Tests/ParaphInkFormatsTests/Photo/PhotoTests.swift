import ParaphInkFormats
import Testing

@Suite struct PhotoTests {
    @Test func aJPEGKeepsThePictureOnly() throws {
        let photo = try Photo.sanitised(Pictures.jpeg())
        #expect(photo.mediaType == .jpeg)
        #expect((photo.width, photo.height, photo.orientation) == (8, 16, 6))
        #expect(photo.bytes == Pictures.plainJPEG)
        #expect(!photo.bytes.contains("GPS-SECRET"))
        #expect(try Photo.sanitised(photo.bytes).bytes == photo.bytes)
    }

    @Test func aProgressiveJPEGKeepsAllScans() throws {
        let scan = Pictures.segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x11, 0xFF, 0x00, 0xFF, 0xD3, 0x22]
        let picture = [0xFF, 0xD8] + Pictures.frame(0xC2) + scan + Pictures.segment(0xC4, [1]) + scan + [0xFF, 0xFF, 0xD9, 1, 2, 3]
        let photo = try Photo.sanitised(picture)
        #expect(photo.orientation == 1)
        #expect(photo.bytes == Array(picture.dropLast(6)) + [0xFF, 0xFF, 0xD9])
    }

    @Test func aPNGKeepsThePictureOnly() throws {
        let photo = try Photo.sanitised(Pictures.png())
        #expect(photo.mediaType == .png)
        #expect((photo.width, photo.height, photo.orientation) == (2, 1, 8))
        #expect(try DecodedPNG(photo.bytes).chunks.map(\.type) == ["IHDR", "gAMA", "IDAT", "IDAT", "IEND"])
        #expect(!photo.bytes.contains("GPS-SECRET"))
        #expect(try Photo.sanitised(photo.bytes).bytes == photo.bytes)
    }

    @Test(
        arguments: [
            ([], .empty), (Array("GIF89a".utf8), .unsupported), ([0xFF, 0xD8, 0xFF], .truncated), ([0xFF, 0xD8, 0xFF, 0xD9], .malformed),
            ([0xFF, 0xD8] + Pictures.frame(0xC0) + [0xFF, 0xD9], .malformed),
            ([0xFF, 0xD8] + Pictures.frame(0xC0, width: 0) + [0xFF, 0xD9], .malformed),
            ([0xFF, 0xD8] + Pictures.frame(0xC0, width: 8193), .tooLarge),
            ([0xFF, 0xD8] + Pictures.frame(0xC0, width: 8000, height: 8000), .tooLarge),
            ([0xFF, 0xD8] + Pictures.frame(0xC0) + Pictures.frame(0xC0), .malformed),
            ([0xFF, 0xD8] + Pictures.segment(0xDA, [0]), .malformed),
            ([0xFF, 0xD8] + Pictures.frame(0xC0) + Pictures.segment(0xDC, [0, 9]), .unsupported),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1], .malformed),
            ([0xFF, 0xD8] + Pictures.frame(0xC0) + (0..<65).flatMap { _ in Pictures.segment(0xDA, [0]) + [1] }, .tooLarge),
        ] as [([UInt8], FormatError.Code)]
    )
    func damagedJPEGsAreRefused(bytes: [UInt8], code: FormatError.Code) {
        #expect(error { () throws(FormatError) in try Photo.sanitised(bytes) }?.code == code)
    }

    @Test func damagedPNGsAreRefused() throws {
        func code(_ chunks: [UInt8]...) -> FormatError.Code? {
            error { () throws(FormatError) in try Photo.sanitised(Pictures.signature + chunks.joined()) }?.code
        }
        let header = Pictures.header(2, 1)
        let pixels = Pictures.chunk("IDAT", [0x78, 0x9C])
        let end = Pictures.chunk("IEND")
        #expect(code(header, pixels, end) == nil)
        #expect(code(header, pixels) == .truncated)
        #expect(code(pixels, end) == .malformed)
        #expect(code(header, end) == .malformed)
        #expect(code(header, header, pixels, end) == .malformed)
        #expect(code(header, pixels, Pictures.chunk("tEXt"), pixels, end) == .malformed)
        #expect(code(header, Pictures.chunk("ABCD"), pixels, end) == .unsupported)
        #expect(code(Pictures.header(2, 1, colour: 3), pixels, end) == .malformed)
        #expect(code(Pictures.header(2, 1, colour: 3), Pictures.chunk("PLTE", [1, 2, 3]), pixels, end) == nil)
        #expect(code(Pictures.header(2, 1, colour: 5), pixels, end) == .malformed)
        #expect(code(header, Pictures.chunk("PLTE", [1]), pixels, end) == .malformed)
        #expect(code(Pictures.header(0, 1), pixels, end) == .malformed)
        #expect(code(Pictures.header(0x7FFF_FFFF, 0x7FFF_FFFF), pixels, end) == .tooLarge)
        #expect(code(Array(header.dropLast()) + [header.last.map { $0 ^ 1 } ?? 0], pixels, end) == .malformed)
        #expect(code([0xFF, 0xFF, 0xFF, 0xFF]) == .malformed)
    }

    @Test func limitsAreKept() {
        let limits = Photo.Limits(bytes: 10)
        #expect(error { () throws(FormatError) in try Photo.sanitised(Pictures.jpeg(), limits: limits) }?.code == .tooLarge)
    }

    @Test func damagedOrientationIsNone() throws {
        for exif in Damage.mutations(of: Pictures.exif(6), count: 500, seed: 7) {
            let photo = try Photo.sanitised(Pictures.jpeg(exif: exif))
            #expect((1...8).contains(photo.orientation))
            #expect(photo.bytes == Pictures.plainJPEG)
        }
    }

    @Test func damagedPicturesAreHarmless() {
        for (picture, seed) in [(Pictures.jpeg(), UInt64(10)), (Pictures.png(), 11)] {
            // What follows the end of the picture may well be cut off.
            for damaged in Damage.beginnings(of: Array(picture.dropLast(Pictures.trailer.count))) {
                #expect(error { () throws(FormatError) in try Photo.sanitised(damaged) } != nil)
            }
            for damaged in Damage.mutations(of: picture, count: 3000, seed: seed) {
                if let photo = try? Photo.sanitised(damaged) {
                    #expect(photo.bytes.count <= damaged.count)
                    #expect((try? Photo.sanitised(photo.bytes))?.bytes == photo.bytes)
                }
            }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
