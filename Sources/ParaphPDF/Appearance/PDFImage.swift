/// A photo or drawing that is shown on a page: a JPEG, whose data are passed on as they are, or a PNG, which is decoded.
public struct PDFImage: Sendable {
    enum Content: Sendable {
        /// A whole JPEG file without what it says about camera and place.
        case jpeg([UInt8], components: Int, isInverted: Bool)
        /// Samples of eight bits, row by row from the top, and how opaque each pixel is.
        case samples([UInt8], components: Int, alpha: [UInt8]?)
    }

    let content: Content
    /// The columns and rows of the data.
    let columns: Int
    let rows: Int
    /// How the data are to be turned, 1 to 8 as Exif counts.
    let orientation: Int

    /// How wide it is as shown, in pixels.
    public var width: Int { orientation > 4 ? rows : columns }
    /// How high it is as shown, in pixels.
    public var height: Int { orientation > 4 ? columns : rows }

    /// The most bytes of a file, and the most pixels of one that is decoded.
    private static let longest = 64 << 20
    static let mostPixels = 1 << 25

    /// Reads a JPEG or PNG file.
    ///
    /// Of a JPEG, all is left out that pictures do not need, such as where it was taken; a camera's turning is kept.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - turning: how it is to be turned, 1 to 8 as Exif counts, where something else than the file says so.
    /// - Throws: ``PDFError``: `unsupported` for other files and for kinds of JPEG that PDF does not know, `malformed` and `truncated` for
    ///   damaged ones, `tooLarge` for more than 64 MiB or 33 million pixels.
    public init(_ bytes: PDFBytes, turned turning: Int? = nil) throws(PDFError) {
        guard bytes.count <= Self.longest else { throw PDFError(.tooLarge, "The picture is larger than 64 MiB") }
        if bytes.u16(0) == 0xFFD8 {
            let jpeg = try JPEGHeader(bytes)
            content = .jpeg(jpeg.bytes, components: jpeg.components, isInverted: jpeg.isAdobe && jpeg.components == 4)
            (columns, rows, orientation) = (jpeg.width, jpeg.height, turning ?? jpeg.orientation)
        } else if bytes.u16(0) == 0x8950, bytes.u16(2) == 0x4E47 {
            let png = try PNGPicture(bytes)
            content = .samples(png.samples, components: png.components, alpha: png.alpha)
            (columns, rows, orientation) = (png.width, png.height, turning ?? 1)
        } else {
            throw PDFError(.unsupported, "The picture is neither a JPEG nor a PNG")
        }
    }

    /// The matrix that shows it upright in a box; an image fills the unit square (ISO 32000-2, 8.9.5.1).
    func matrix(in box: PDFRectangle) -> [Double] {
        let (x, y, w, h) = (box.left, box.bottom, box.width, box.height)
        return switch orientation {
        case 2: [-w, 0, 0, h, x + w, y]
        case 3: [-w, 0, 0, -h, x + w, y + h]
        case 4: [w, 0, 0, -h, x, y + h]
        case 5: [0, -h, -w, 0, x + w, y + h]
        case 6: [0, -h, w, 0, x, y + h]
        case 7: [0, h, w, 0, x, y]
        case 8: [0, h, -w, 0, x + w, y]
        default: [w, 0, 0, h, x, y]
        }
    }
}

extension PDFUpdate {
    /// Adds a picture.
    ///
    /// - Returns: the image XObject (8.9.5).
    public mutating func add(_ image: PDFImage) -> PDFReference {
        var dictionary = PDFDictionary()
        dictionary["Type"] = .name("XObject")
        dictionary["Subtype"] = .name("Image")
        dictionary["Width"] = .integer(image.columns)
        dictionary["Height"] = .integer(image.rows)
        dictionary["BitsPerComponent"] = .integer(8)
        switch image.content {
        case .jpeg(let bytes, let components, let isInverted):
            dictionary["ColorSpace"] = Self.colours(components)
            if isInverted { dictionary["Decode"] = .array([1, 0, 1, 0, 1, 0, 1, 0].map { .integer($0) }) }
            dictionary["Filter"] = .name("DCTDecode")
            return add(.stream(PDFStream(dictionary, data: PDFBytes(bytes))))
        case .samples(let samples, let components, let alpha):
            if let alpha {
                var mask = dictionary
                mask["ColorSpace"] = .name("DeviceGray")
                dictionary["SMask"] = .reference(add(mask, stream: alpha))
            }
            dictionary["ColorSpace"] = Self.colours(components)
            return add(dictionary, stream: samples)
        }
    }

    private static func colours(_ components: Int) -> PDFObject {
        components == 1 ? .name("DeviceGray") : components == 3 ? .name("DeviceRGB") : .name("DeviceCMYK")
    }
}
