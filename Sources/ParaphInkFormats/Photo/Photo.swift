/// A picture of a person that was uploaded, without anything but the picture.
///
/// Pictures of cameras hold where and when they were taken, with what, and often a second, uncropped picture. ``sanitised(_:limits:)``
/// rewrites the file chunk by chunk and keeps what is needed to show it. The pixels are neither decoded nor changed.
public struct Photo: Hashable, Sendable {
    /// The file, rewritten.
    public var bytes: [UInt8]
    /// What kind of file it is.
    public var mediaType: MediaType
    /// The width as stored, in pixels, before ``orientation`` is applied.
    public var width: Int
    /// The height as stored, in pixels, before ``orientation`` is applied.
    public var height: Int
    /// How the picture is to be turned for showing, as in the EXIF tag of that name: 1 (as it is) … 8.
    ///
    /// The tag itself is removed with the rest, so keep this number beside the file. 2, 4, 5 and 7 are mirrored; 3 is turned by 180°,
    /// 6 by 90° clockwise, 8 by 90° anticlockwise.
    public var orientation: Int

    /// The kinds of picture that are taken.
    public enum MediaType: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    /// How large a picture may be.
    public struct Limits: Hashable, Sendable {
        /// The most bytes.
        public var bytes: Int
        /// The longest side, in pixels.
        public var side: Int
        /// The most pixels.
        public var pixels: Int

        /// Makes limits; those left out are what telephones take.
        public init(bytes: Int = 20_000_000, side: Int = PNG.longestSide, pixels: Int = PNG.mostPixels) {
            self.bytes = bytes
            self.side = side
            self.pixels = pixels
        }
    }

    /// Rewrites an uploaded picture so that only the picture is left.
    ///
    /// Of a JPEG stay the frame, the tables, the scans, and the colour marks JFIF (without its thumbnail) and Adobe; of a PNG the
    /// picture, its transparency, colour space and resolution. Colour profiles go too: colours count as sRGB. What follows the end of
    /// the picture is dropped. Takes time proportional to the number of bytes.
    /// - Throws: ``FormatError`` if it is not a JPEG or PNG, is damaged or cut off, or is too large.
    public static func sanitised(_ bytes: [UInt8], limits: Limits = Limits()) throws(FormatError) -> Photo {
        guard bytes.count <= limits.bytes else {
            throw FormatError(.tooLarge, "The picture is larger than \(limits.bytes) bytes; choose a smaller one.")
        }
        if bytes.begin(with: [0xFF, 0xD8, 0xFF]) { return try JPEG.sanitised(bytes, limits: limits) }
        if bytes.begin(with: PNG.signature) { return try PNG.sanitised(bytes, limits: limits) }
        guard !bytes.isEmpty else { throw FormatError(.empty, "The picture is empty; choose a JPEG or PNG.") }
        throw FormatError(.unsupported, "This is not a JPEG or PNG picture; choose one.", at: .byte(0))
    }
}

extension Photo.Limits {
    /// Throws unless a picture of this size may be taken.
    func check(width: Int, height: Int, at offset: Int) throws(FormatError) {
        guard width > 0, height > 0 else {
            throw FormatError(.malformed, "The picture says that it has no width or height; choose another.", at: .byte(offset))
        }
        guard width <= side, height <= side, width * height <= pixels else {
            throw FormatError(
                .tooLarge,
                "The picture has more than \(side) pixels in a row or \(pixels) in all; make it smaller.",
                at: .byte(offset)
            )
        }
    }
}
