public import ParaphInk
public import ParaphPDF

extension PDFSignatureAppearance.Ink {
    /// A handwritten signature as vectors; nil where nothing is drawn.
    public init?(_ sample: Sample, ink: Pen.Ink = .blue) {
        self.init(sample.outline(.fitting(sample, ink: ink)), ink: ink)
    }

    /// A drawing of a signature as vectors; nil where nothing is drawn.
    public init?(_ drawing: InkDrawing, ink: Pen.Ink = .blue) {
        self.init(drawing.outline, ink: ink)
    }

    private init?(_ outline: InkPath, ink: Pen.Ink) {
        guard let bounds = outline.bounds, bounds.width > 0 || bounds.height > 0 else { return nil }
        // The longer side has so many units, so that three decimals are fine enough at any size.
        let size = 400.0
        let scale = size / max(bounds.width, bounds.height)
        let (width, height) = (max(bounds.width * scale, 1), max(bounds.height * scale, 1))
        let frame = InkRect(width: width, height: height)
        let content = outline.pdfOperators(ink: ink, transform: .fitting(bounds, into: frame, flippingY: true))
        self.init(content: content, bounds: PDFRectangle(0, 0, width, height))
    }
}
