/// An affine map of the plane: x′ = xx·x + xy·y + dx, y′ = yx·x + yy·y + dy.
public struct InkTransform: Hashable, Sendable {
    /// Where the unit vector along x goes.
    public var x: SIMD2<Double>
    /// Where the unit vector along y goes.
    public var y: SIMD2<Double>
    /// Where the origin goes.
    public var origin: SIMD2<Double>

    /// Makes a map of the images of the unit vectors and of the origin.
    public init(x: SIMD2<Double>, y: SIMD2<Double>, origin: SIMD2<Double>) {
        self.x = x
        self.y = y
        self.origin = origin
    }

    /// Leaves every point where it is.
    public static let identity = InkTransform(x: SIMD2(1, 0), y: SIMD2(0, 1), origin: .zero)

    /// Moves every point by the same distance.
    public static func translation(x: Double, y: Double) -> InkTransform {
        InkTransform(x: SIMD2(1, 0), y: SIMD2(0, 1), origin: SIMD2(x, y))
    }

    /// Stretches from the origin by the same factor in both directions.
    public static func scale(_ factor: Double) -> InkTransform {
        InkTransform(x: SIMD2(factor, 0), y: SIMD2(0, factor), origin: .zero)
    }

    /// Turns round the origin by an angle in radians from the x axis to the y axis: clockwise, where y grows downwards.
    public static func rotation(_ angle: Double) -> InkTransform {
        let (sine, cosine) = sineAndCosine(angle)
        return InkTransform(x: SIMD2(cosine, sine), y: SIMD2(-sine, cosine), origin: .zero)
    }

    /// Maps a rectangle into another, as large as it fits with the margin free on all sides, in the middle, its proportions kept.
    ///
    /// A rectangle without extent is only moved. With `flippingY`, what was above comes below, as from a screen to a PDF page.
    public static func fitting(_ content: InkRect, into frame: InkRect, margin: Double = 0, flippingY: Bool = false) -> InkTransform {
        let room = frame.expanded(by: -margin)
        var factor = Double.infinity
        if content.width > 0 { factor = min(factor, max(0, room.width) / content.width) }
        if content.height > 0 { factor = min(factor, max(0, room.height) / content.height) }
        if !factor.isFinite { factor = 1 }
        let vertical = flippingY ? -factor : factor
        let center = content.center
        return InkTransform(
            x: SIMD2(factor, 0),
            y: SIMD2(0, vertical),
            origin: frame.center - SIMD2(center.x * factor, center.y * vertical)
        )
    }

    /// The image of a point.
    public func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
        x * point.x + y * point.y + origin
    }

    /// The map that does this one first and then another.
    public func then(_ next: InkTransform) -> InkTransform {
        InkTransform(x: next.x * x.x + next.y * x.y, y: next.x * y.x + next.y * y.y, origin: next(origin))
    }

    /// The square root of the factor by which areas grow: for a scaling, its factor.
    public var meanScale: Double {
        (x.x * y.y - x.y * y.x).magnitude.squareRoot()
    }
}
