/// Where on which page a signature is to be shown.
///
/// It is a value until the document is sealed: moving, resizing and deleting change or drop it, and nothing is written before
/// ``PDFUpdate/place(_:at:field:value:link:fonts:)``. What was placed by an earlier update but not signed yet is changed by
/// ``PDFUpdate/move(_:to:showing:fonts:)`` and ``PDFUpdate/remove(_:)``.
public struct PDFPlacement: Hashable, Sendable {
    /// The page's index, from 0.
    public var page: Int
    /// The rectangle as shown: upright, in points, from the lower left corner of what is seen of the page.
    public var rectangle: PDFRectangle

    /// Makes a placement.
    public init(page: Int, rectangle: PDFRectangle) {
        (self.page, self.rectangle) = (page, rectangle)
    }

    /// The smallest side that a signature is resized to, in points.
    private static let smallest = 8.0

    /// The same, moved to another lower left corner, but not over the edges of the page.
    public func moved(to x: Double, _ y: Double, on page: PDFPageGeometry) -> PDFPlacement {
        let (width, height) = (min(rectangle.width, page.width), min(rectangle.height, page.height))
        let left = min(max(x, 0), page.width - width)
        let bottom = min(max(y, 0), page.height - height)
        return PDFPlacement(page: self.page, rectangle: PDFRectangle(left, bottom, left + width, bottom + height))
    }

    /// The same with another size, its lower left corner kept as far as the page allows.
    public func resized(to width: Double, _ height: Double, on page: PDFPageGeometry) -> PDFPlacement {
        let width = min(max(width, Self.smallest), max(page.width, Self.smallest))
        let height = min(max(height, Self.smallest), max(page.height, Self.smallest))
        let (x, y) = (rectangle.left, rectangle.bottom)
        let copy = PDFPlacement(page: self.page, rectangle: PDFRectangle(x, y, x + width, y + height))
        return copy.moved(to: x, y, on: page)
    }

    /// Whether it lies wholly on the page; a hundredth of a point is forgiven.
    public func fits(_ page: PDFPageGeometry) -> Bool {
        let slack = 0.01
        return rectangle.left >= -slack && rectangle.bottom >= -slack && rectangle.right <= page.width + slack
            && rectangle.top <= page.height + slack && rectangle.width > 0 && rectangle.height > 0
    }
}

extension PDFUpdate {
    /// Shows a signature on a page: a signature field with its appearance, and a link over it.
    ///
    /// - Parameters:
    ///   - appearance: what is seen.
    ///   - placement: where.
    ///   - name: the field's name; no other field has it, and it has no dot.
    ///   - value: the signature dictionary, see ``add(signature:size:)``; nil for a field that is signed later.
    ///   - link: the address that the rectangle opens, such as `https://example.org/documents/?documentid=31a8de70`.
    ///   - fonts: fonts to embed for characters that the standard fonts have not.
    /// - Returns: the field.
    /// - Throws: ``PDFError``: `missing` where there is no such page or no glyph for a character, `malformed` for a rectangle that leaves the
    ///   page, a name that is not free or an address that is none, `unsupported` for text from right to left.
    @discardableResult
    public mutating func place(
        _ appearance: PDFSignatureAppearance,
        at placement: PDFPlacement,
        field name: String,
        value: PDFReference?,
        link: String? = nil,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> PDFReference {
        guard placement.page >= 0, let page = try file.page(at: placement.page) else { throw PDFError(.missing, "There is no such page") }
        let geometry = try file.geometry(of: page)
        guard placement.fits(geometry) else { throw PDFError(.malformed, "The rectangle of the signature leaves the page") }
        let shown = placement.rectangle
        let rectangle = geometry.onPage(shown)
        let address = try link.map(Self.address)
        let picture = try addAppearance(appearance, width: shown.width, height: shown.height, rotation: geometry.rotation, fonts: fonts)
        let field = try addSignatureField(name, value: value, on: page, rectangle: rectangle, appearance: picture)
        if let address { try addLink(to: address, on: page, rectangle: rectangle) }
        return field
    }

    /// Puts a signature into a field that the file has, and shows it where the field is, with a link over it; a field that is shown nowhere
    /// is only signed.
    ///
    /// - Throws: ``PDFError``, as ``fill(_:with:appearance:)`` and ``place(_:at:field:value:link:fonts:)``.
    public mutating func fill(
        _ field: PDFField,
        with signature: PDFReference,
        showing appearance: PDFSignatureAppearance,
        link: String? = nil,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) {
        let address = try link.map(Self.address)
        var picture: PDFReference?
        if let widget = field.widgets.first, let rectangle = try file.rectangle(object(widget).dictionary?["Rect"]),
            let reference = try page(of: widget), let page = try file.pages().first(where: { $0.reference == reference })
        {
            let geometry = try file.geometry(of: page)
            let shown = geometry.shown(rectangle)
            picture = try addAppearance(appearance, width: shown.width, height: shown.height, rotation: geometry.rotation, fonts: fonts)
            if let address { try addLink(to: address, on: page, rectangle: rectangle) }
        }
        try fill(field, with: signature, appearance: picture)
    }

    /// An address as a link has it: in ASCII, of the web.
    private static func address(_ text: String) throws(PDFError) -> String {
        var writer = ObjectWriter()
        for byte in text.utf8 {
            if byte > 32, byte < 127 {
                writer.bytes.append(byte)
            } else {
                writer.put("%")
                writer.hexadecimal(byte)
            }
        }
        let bytes = writer.bytes
        guard bytes.count <= 2048, bytes.starts(with: Array("https://".utf8)) || bytes.starts(with: Array("http://".utf8)) else {
            throw PDFError(.malformed, "A link is no address that begins with https:// or http://")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
