import ParaphInk
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func itIsCheckedDrawnAndKept() throws {
        let stroke = Stroke(points: [
            Point(x: 10, y: 40, time: 0, pressure: 0.2),
            Point(x: 60, y: 12, time: 35, pressure: 0.6),
            Point(x: 110, y: 44, time: 80, pressure: 0.4),
        ])
        let sample = Sample(strokes: [stroke], channels: [.time, .pressure], tool: .pen)
        try sample.validate()

        let picture = sample.outline(.fitting(sample)).svg(ink: .black, title: "Ada")
        let kept = sample.encoded()
        let again = try Sample(decoding: kept)

        #expect(picture.contains("<path") && again.pointCount == sample.pointCount)

        var tracer = InkTracer(pen: Pen(ink: .blue, width: 3))
        for point in stroke.points { tracer.add(point) }
        let settled = tracer.takeFinished()
        let moving = tracer.tail()
        tracer.finish()

        #expect(!settled.isEmpty || !moving.isEmpty)

        var page: [UInt8] = []
        let frame = InkRect(x: 60, y: 600, width: 200, height: 50)
        let outline = sample.outline(.fitting(sample))
        if let bounds = outline.bounds {
            let operators = outline.pdfOperators(ink: .blue, transform: .fitting(bounds, into: frame, margin: 4, flippingY: true))
            page.append(contentsOf: operators)
        }

        #expect(!page.isEmpty)
    }
}
