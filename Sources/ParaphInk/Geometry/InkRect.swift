/// A rectangle whose sides are parallel to the axes.
public struct InkRect: Hashable, Sendable {
    /// The corner with the smallest x and y.
    public var low: SIMD2<Double>
    /// The corner with the largest x and y.
    public var high: SIMD2<Double>

    /// Makes a rectangle between two corners.
    public init(low: SIMD2<Double>, high: SIMD2<Double>) {
        self.low = low
        self.high = high
    }

    /// Makes a rectangle of a corner and a size.
    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
        self.init(low: SIMD2(x, y), high: SIMD2(x + width, y + height))
    }

    /// The extent along x.
    public var width: Double { high.x - low.x }
    /// The extent along y.
    public var height: Double { high.y - low.y }
    /// The point in the middle.
    public var center: SIMD2<Double> { (low + high) / 2 }

    /// The rectangle with every side moved outwards by a distance, inwards if it is negative.
    public func expanded(by distance: Double) -> InkRect {
        InkRect(low: low - distance, high: high + distance)
    }

    /// Grows the rectangle so that it contains a point.
    @inline(never)
    mutating func include(_ point: SIMD2<Double>) {
        low = SIMD2(min(low.x, point.x), min(low.y, point.y))
        high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
}
