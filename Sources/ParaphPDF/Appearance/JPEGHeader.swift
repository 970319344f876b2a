/// What a JPEG file says of itself in front of its data (ITU-T T.81), and the file without what a picture does not need.
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var components = 0
    /// Whether Adobe's segment is there, whose CMYK is inverted.
    private(set) var isAdobe = false
    private(set) var orientation = 1
    /// The file, less comments and the application segments that say who took it with what, when and where.
    private(set) var bytes: [UInt8] = [0xFF, 0xD8]

    private static let mostSegments = 4096

    init(_ file: PDFBytes) throws(PDFError) {
        var place = 2
        var segments = 0
        var isInData = false
        while !isInData {
            segments += 1
            guard segments <= Self.mostSegments else { throw PDFError(.tooLarge, "The JPEG has too many segments") }
            guard file.peek(place) == 0xFF else { throw PDFError(.malformed, "The JPEG is damaged", offset: place) }
            while file.peek(place + 1) == 0xFF { place += 1 }
            let marker = file.peek(place + 1)
            guard marker > 0, marker != 0xD8, marker != 0xD9 else { throw PDFError(.malformed, "The JPEG has no picture", offset: place) }
            if (0xD0...0xD7).contains(marker) || marker == 1 {
                place += 2
                continue
            }
            guard let length = file.u16(place + 2), length >= 2, place + 2 + length <= file.count else {
                throw PDFError(.truncated, "The JPEG is cut off", offset: place)
            }
            let segment = file.part(place..<place + 2 + length)
            switch marker {
            case 0xC0...0xC2: try readFrame(segment)
            // Tables of Huffman codes, and kinds of coding that readers of PDF need not know.
            case 0xC4: break
            case 0xC3, 0xC5...0xCF: throw PDFError(.unsupported, "The JPEG is coded in a way that PDF does not know; save it as baseline")
            case 0xE1: readOrientation(segment)
            case 0xEE: isAdobe = isAdobe || segment.has("Adobe", at: 4)
            default: break
            }
            if Self.isKept(marker) { bytes += segment.array }
            place += 2 + length
            isInData = marker == 0xDA
        }
        guard width > 0, height > 0 else { throw PDFError(.malformed, "The JPEG does not say how large it is") }
        guard width * height <= 1 << 28 else { throw PDFError(.tooLarge, "The picture has too many pixels") }
        bytes += file.part(from: place).array
    }

    /// Kept: what is needed to decode, JFIF's, and Adobe's that says what the colours are.
    private static func isKept(_ marker: Int) -> Bool { !(0xE1...0xED).contains(marker) && marker != 0xEF && marker != 0xFE }

    private mutating func readFrame(_ segment: PDFBytes) throws(PDFError) {
        guard width == 0, let rows = segment.u16(5), let columns = segment.u16(7), segment.peek(9) > 0, rows > 0, columns > 0 else {
            throw PDFError(.malformed, "The JPEG does not say how large it is")
        }
        guard segment.peek(4) == 8, [1, 3, 4].contains(segment.peek(9)) else {
            throw PDFError(.unsupported, "The JPEG has other colours than grey, RGB or CMYK in eight bits")
        }
        (width, height, components) = (columns, rows, segment.peek(9))
    }

    /// Entry 0x112 of the first directory of an Exif segment.
    private mutating func readOrientation(_ segment: PDFBytes) {
        guard segment.has("Exif\0\0", at: 4) else { return }
        let tiff = segment.part(from: 10)
        let isBig = tiff.has("MM", at: 0)
        func u16(_ offset: Int) -> Int? { tiff.u16(offset).map { isBig ? $0 : ($0 & 0xFF) << 8 | $0 >> 8 } }
        func u32(_ offset: Int) -> Int? {
            guard let first = u16(offset), let second = u16(offset + 2) else { return nil }
            return isBig ? (first & 0x7FFF) << 16 | second : (second & 0x7FFF) << 16 | first
        }
        guard let directory = u32(4), directory <= tiff.count, let count = u16(directory) else { return }
        for index in 0..<min(count, 256) where u16(directory + 2 + index * 12) == 0x112 {
            if let value = u16(directory + 2 + index * 12 + 8), (1...8).contains(value) { orientation = value }
        }
    }
}
