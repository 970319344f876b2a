#if canImport(UIKit)
import CoreGraphics
import ParaphPDF
import ParaphViewModels

/// How a page lies on the screen: its points go up from the lower left corner, the screen's down from the upper left.
nonisolated struct PageScale: Hashable {
    /// How large the page is, in its own points.
    let width: Double
    let height: Double
    /// How many points of the screen one of the page's is.
    let factor: Double

    var size: CGSize { CGSize(width: width * factor, height: height * factor) }

    /// Where a box of the page is seen.
    func frame(_ box: PDFRectangle) -> CGRect {
        CGRect(x: box.left * factor, y: (height - box.top) * factor, width: box.width * factor, height: box.height * factor)
    }

    /// The point of the page that is touched.
    func point(_ place: CGPoint) -> (x: Double, y: Double) { (place.x / factor, height - place.y / factor) }
}
#endif
