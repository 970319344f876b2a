extension Sample {
    /// The product's mark: one rising stroke with a flourish under it, in a square of 100 units.
    public static var mark: Sample {
        Sample(
            strokes: [
                Stroke(points: swing([SIMD2(13, 62), SIMD2(34, 76), SIMD2(40, 12), SIMD2(50, 22)], from: 0))
                    .continued(by: [SIMD2(50, 22), SIMD2(60, 32), SIMD2(42, 62), SIMD2(54, 58)])
                    .continued(by: [SIMD2(54, 58), SIMD2(66, 54), SIMD2(76, 30), SIMD2(90, 9)]),
                Stroke(points: swing([SIMD2(88, 66), SIMD2(64, 70), SIMD2(34, 74), SIMD2(14, 86)], from: 900))
                    .continued(by: [SIMD2(14, 86), SIMD2(2, 93), SIMD2(16, 97), SIMD2(30, 92)])
                    .continued(by: [SIMD2(30, 92), SIMD2(48, 86), SIMD2(62, 82), SIMD2(80, 84)]),
            ],
            channels: .time,
            tool: .pen
        )
    }

    /// The mark as an SVG document.
    public static var markSVG: String {
        mark.outline(Pen(width: 5.5, speed: 0.32)).svg(frame: InkRect(width: 100, height: 100))
    }

    /// Points 8 ms apart along a cubic Bézier curve, at the speed that its control points give.
    fileprivate static func swing(_ control: [SIMD2<Double>], from start: Double) -> [Point] {
        var points: [Point] = []
        for step in 0...25 {
            let part = Double(step) / 25
            let rest = 1 - part
            let early = control[0] * (rest * rest * rest) + control[1] * (3 * rest * rest * part)
            let place = early + control[2] * (3 * rest * part * part) + control[3] * (part * part * part)
            points.append(Point(x: place.x, y: place.y, time: start + Double(step) * 8))
        }
        return points
    }
}

extension Stroke {
    fileprivate func continued(by control: [SIMD2<Double>]) -> Stroke {
        Stroke(points: points + Sample.swing(control, from: points.last?.time ?? 0).dropFirst())
    }
}
