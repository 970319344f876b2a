/// How a page is shown: the part of it that is seen, turned, and how large a unit is.
///
/// "As shown" means upright before a person's eyes: from the lower left corner of what is seen to the right and up, in points of 1/72 inch.
public struct PDFPageGeometry: Hashable, Sendable {
    /// The visible part of the page, in its own units (ISO 32000-2, 14.11.2).
    public let box: PDFRectangle
    /// By how much the page is turned clockwise: 0, 90, 180 or 270.
    public let rotation: Int
    /// How many points a unit of the page has (table 31).
    public let userUnit: Double

    /// How wide the page is, as shown.
    public var width: Double { (rotation % 180 == 0 ? box.width : box.height) * userUnit }
    /// How high the page is, as shown.
    public var height: Double { (rotation % 180 == 0 ? box.height : box.width) * userUnit }

    /// Where a rectangle that is given as shown lies in the units of the page.
    public func onPage(_ shown: PDFRectangle) -> PDFRectangle {
        let (x0, y0) = point(shown.left / userUnit, shown.bottom / userUnit)
        let (x1, y1) = point(shown.right / userUnit, shown.top / userUnit)
        return PDFRectangle(x0 + box.left, y0 + box.bottom, x1 + box.left, y1 + box.bottom)
    }

    private func point(_ x: Double, _ y: Double) -> (Double, Double) {
        switch rotation {
        case 90: (box.width - y, x)
        case 180: (box.width - x, box.height - y)
        case 270: (y, box.height - x)
        default: (x, y)
        }
    }

    /// How a rectangle in the units of the page is shown.
    public func shown(_ rectangle: PDFRectangle) -> PDFRectangle {
        func turned(_ x: Double, _ y: Double) -> (Double, Double) {
            switch rotation {
            case 90: (y, box.width - x)
            case 180: (box.width - x, box.height - y)
            case 270: (box.height - y, x)
            default: (x, y)
            }
        }
        let (x0, y0) = turned(rectangle.left - box.left, rectangle.bottom - box.bottom)
        let (x1, y1) = turned(rectangle.right - box.left, rectangle.top - box.bottom)
        return PDFRectangle(x0 * userUnit, y0 * userUnit, x1 * userUnit, y1 * userUnit)
    }
}

extension PDFFile {
    /// How a page is shown.
    public func geometry(of page: PDFPage) throws(PDFError) -> PDFPageGeometry {
        let unit = try resolve(page.dictionary["UserUnit"]).number ?? 1
        return PDFPageGeometry(
            box: try box(of: page),
            rotation: try rotation(of: page),
            userUnit: unit > 0.000_1 && unit < 1_000_000 ? unit : 1
        )
    }
}
