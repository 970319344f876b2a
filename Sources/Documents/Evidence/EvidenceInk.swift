import ParaphInk

/// A signature as it is drawn on a certificate: as curves, as large as its box lets it be.
struct EvidenceInk {
    /// How wide and high it is, in points.
    let width, height: Double
    private let outline: InkPath
    private let bounds: InkRect

    /// Fits a drawing into a box; nil where nothing is to be seen.
    init?(_ drawing: InkDrawing, width: Double, height: Double) {
        outline = drawing.outline
        guard let bounds = outline.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
        let scale = min(width / bounds.width, height / bounds.height)
        self.bounds = bounds
        (self.width, self.height) = (bounds.width * scale, bounds.height * scale)
    }

    /// What fills the curves in blue, from a lower left corner on.
    func operators(at x: Double, _ y: Double) -> [UInt8] {
        outline.pdfOperators(transform: .fitting(bounds, into: InkRect(x: x, y: y, width: width, height: height), flippingY: true))
    }
}
