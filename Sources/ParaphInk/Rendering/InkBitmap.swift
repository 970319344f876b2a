/// A picture of ink: rows of red, green, blue and alpha bytes from the top, colours multiplied by alpha.
public struct InkBitmap: Hashable, Sendable {
    /// The pixels in a row.
    public let width: Int
    /// The rows.
    public let height: Int
    /// The pixels: `4 * width * height` bytes.
    public private(set) var bytes: [UInt8]

    /// The largest width and height, in pixels.
    public static let largestSide = 8192

    /// Makes a transparent picture; sides are kept within 1…``largestSide``.
    public init(width: Int, height: Int) {
        self.width = max(1, min(Self.largestSide, width))
        self.height = max(1, min(Self.largestSide, height))
        bytes = [UInt8](repeating: 0, count: 4 * self.width * self.height)
    }

    /// Covers the picture with one opaque colour.
    public mutating func fill(_ colour: Pen.Ink) {
        for pixel in stride(from: 0, to: bytes.count, by: 4) { blend(colour, alpha: 255, at: pixel) }
    }

    /// Fills an outline, in pixels, by the nonzero rule; pixels that it covers in part are covered in proportion.
    public mutating func fill(_ path: InkPath, ink: Pen.Ink) {
        var coverage = InkCoverage(path, width: width, height: height)
        while let row = coverage.nextRow() {
            let start = row * width * 4
            for column in coverage.columns {
                let alpha = Int((coverage.row[column] * 255 + 0.5).rounded(.down))
                if alpha > 0 { blend(ink, alpha: alpha, at: start + column * 4) }
            }
        }
    }

    private mutating func blend(_ ink: Pen.Ink, alpha: Int, at pixel: Int) {
        let rest = 255 - alpha
        bytes[pixel] = Self.mixed(Int(ink.red) * alpha + Int(bytes[pixel]) * rest)
        bytes[pixel + 1] = Self.mixed(Int(ink.green) * alpha + Int(bytes[pixel + 1]) * rest)
        bytes[pixel + 2] = Self.mixed(Int(ink.blue) * alpha + Int(bytes[pixel + 2]) * rest)
        bytes[pixel + 3] = Self.mixed(255 * alpha + Int(bytes[pixel + 3]) * rest)
    }

    /// A sum of products by 255, divided by 255 and rounded.
    private static func mixed(_ sum: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: min(255, (sum + 127) / 255))
    }
}

extension Sample {
    /// The drawing as a picture, as large as it fits, in the middle, drawn with a pen that suits its size; transparent without a paper.
    public func bitmap(width: Int, height: Int, ink: Pen.Ink = .blue, margin: Double = 0, paper: Pen.Ink? = nil) -> InkBitmap {
        var bitmap = InkBitmap(width: width, height: height)
        if let paper { bitmap.fill(paper) }
        let path = outline(.fitting(self, ink: ink))
        guard let bounds = path.bounds else { return bitmap }
        let frame = InkRect(width: Double(bitmap.width), height: Double(bitmap.height))
        bitmap.fill(path.transformed(by: .fitting(bounds, into: frame, margin: margin)), ink: ink)
        return bitmap
    }
}
