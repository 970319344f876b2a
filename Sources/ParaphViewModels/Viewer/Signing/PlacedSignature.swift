public import ParaphInk
public import ParaphPDF
public import ParaphWire

/// A signature that lies on a page and is not saved yet.
nonisolated public struct PlacedSignature: Sendable {
    /// The page's index.
    public internal(set) var page: Int
    /// Where, as the page is shown: in points, from the lower left corner.
    public internal(set) var box: PDFRectangle
    /// The field that it lies in, where it was there; it is not moved then.
    public let field: String?
    /// How the ink looks: its outline fills ``inkBox``.
    public let outline: InkPath
    public let pen: InkColor
    /// A JPEG of the person beside it.
    public internal(set) var photo: [UInt8]?

    let sample: Sample
    private var appearance: PDFSignatureAppearance

    /// The smallest side, in points.
    private static let smallest = 24.0

    init(_ place: SigningPlace, _ sample: Sample, _ pen: InkColor) throws(PDFError) {
        (page, box, field) = (place.page, place.box, place.field)
        (self.sample, self.pen) = (sample, pen)
        outline = sample.outline(.fitting(sample))
        appearance = try SignatureSight(sample: sample, pen: pen).appearance()
    }

    /// Whether it can be moved and resized.
    public var isMovable: Bool { field == nil }

    /// Where in ``box`` the ink is sealed, from its lower left corner.
    public var inkBox: PDFRectangle? { appearance.parts(width: box.width, height: box.height).ink }

    /// Where in ``box`` the photo is.
    public var photoBox: PDFRectangle? { appearance.parts(width: box.width, height: box.height).photo }

    var sight: SignatureSight { SignatureSight(sample: sample, pen: pen, photo: photo) }
    var placement: PDFPlacement { PDFPlacement(page: page, rectangle: box) }

    mutating func lie(at placement: PDFPlacement) { (page, box) = (placement.page, placement.rectangle) }

    /// Shows a photo, or none; the ink keeps its size where the box may grow.
    mutating func show(_ photo: [UInt8]?, on size: PageSize?) throws(PDFError) {
        let before = appearance.photo == nil ? 0 : appearance.widthOfPhoto(height: box.height)
        appearance = try SignatureSight(sample: sample, pen: pen, photo: photo).appearance()
        self.photo = photo
        let more = (photo == nil ? 0 : appearance.widthOfPhoto(height: box.height)) - before
        if isMovable { lay(left: box.left - more, top: box.top, width: box.width + more, height: box.height, on: size) }
    }

    /// Moves it, within its page.
    mutating func move(byX x: Double, y: Double, on size: PageSize?) {
        lay(left: box.left + x, top: box.top + y, width: box.width, height: box.height, on: size)
    }

    /// Resizes it: its upper left corner stays, and it gets as much as fits from there.
    mutating func resize(width: Double, height: Double, on size: PageSize?) {
        let (mostWidth, mostHeight) = (size.map { $0.width - box.left } ?? .infinity, size == nil ? .infinity : box.top)
        lay(
            left: box.left,
            top: box.top,
            width: Self.clamp(width, Self.smallest, mostWidth),
            height: Self.clamp(height, Self.smallest, mostHeight),
            on: size
        )
    }

    /// Keeps it on its page.
    mutating func settle(on size: PageSize?) { lay(left: box.left, top: box.top, width: box.width, height: box.height, on: size) }

    private mutating func lay(left: Double, top: Double, width: Double, height: Double, on size: PageSize?) {
        let (pageWidth, pageHeight) = (size?.width ?? .infinity, size?.height ?? .infinity)
        let width = Self.clamp(width, Self.smallest, pageWidth)
        let height = Self.clamp(height, Self.smallest, pageHeight)
        let left = size == nil ? left : Self.clamp(left, 0, pageWidth - width)
        let top = size == nil ? top : Self.clamp(top, height, pageHeight)
        box = PDFRectangle(left, top - height, left + width, top)
    }

    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), max(low, high)) }
}
