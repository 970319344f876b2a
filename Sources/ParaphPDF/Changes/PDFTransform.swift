/// A change of coordinates (ISO 32000-2, 8.3.3).
struct PDFTransform {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var x = 0.0
    var y = 0.0

    init() {}

    /// Takes six numbers; nil for others.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        (a, b, c, d, x, y) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    init(scaleX: Double, scaleY: Double, x: Double, y: Double) { (a, d, self.x, self.y) = (scaleX, scaleY, x, y) }

    /// Whether boxes stay boxes: it turns by quarters at most.
    var isStraight: Bool {
        max(b.magnitude, c.magnitude) <= 0.001 * min(a.magnitude, d.magnitude)
            || max(a.magnitude, d.magnitude) <= 0.001 * min(b.magnitude, c.magnitude)
    }

    /// What applies this first and then another.
    func then(_ next: PDFTransform) -> PDFTransform {
        var result = PDFTransform()
        result.a = a * next.a + b * next.c
        result.b = a * next.b + b * next.d
        result.c = c * next.a + d * next.c
        result.d = c * next.b + d * next.d
        result.x = x * next.a + y * next.c + next.x
        result.y = x * next.b + y * next.d + next.y
        return result
    }

    func point(_ pointX: Double, _ pointY: Double) -> (x: Double, y: Double) {
        (a * pointX + c * pointY + x, b * pointX + d * pointY + y)
    }

    /// The box around a box.
    func box(_ box: PDFRectangle) -> PDFRectangle {
        var result: PDFRectangle?
        for (pointX, pointY) in [(box.left, box.bottom), (box.right, box.bottom), (box.left, box.top), (box.right, box.top)] {
            let corner = point(pointX, pointY)
            result = PDFRectangle(
                min(result?.left ?? corner.x, corner.x),
                min(result?.bottom ?? corner.y, corner.y),
                max(result?.right ?? corner.x, corner.x),
                max(result?.top ?? corner.y, corner.y)
            )
        }
        return result ?? box
    }
}

extension PDFRectangle {
    /// Whether a point lies within.
    func contains(_ x: Double, _ y: Double) -> Bool { x >= left && x <= right && y >= bottom && y <= top }
}
