/// An outline to be filled by the nonzero rule: closed shapes of lines and cubic Bézier curves.
public struct InkPath: Hashable, Sendable {
    /// One step along the outline.
    public enum Element: Hashable, Sendable {
        /// Begins a shape.
        case move(SIMD2<Double>)
        /// A straight line.
        case line(SIMD2<Double>)
        /// A cubic Bézier curve of two control points and its end.
        case curve(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
        /// A straight line to where the shape began.
        case close
    }

    /// The steps in one row of numbers: for each its `Verb` and its points, x before y.
    ///
    /// A canvas in a page reads this as it is.
    public private(set) var numbers: [Double] = []

    /// The numbers that stand for the kinds of steps.
    enum Verb {
        static let move = 0.0
        static let line = 1.0
        static let curve = 2.0
        static let close = 3.0
    }

    /// Makes an outline of nothing.
    public init() {}

    /// Whether there is nothing to fill.
    public var isEmpty: Bool {
        numbers.isEmpty
    }

    /// Adds the shapes of another outline.
    public mutating func append(_ other: InkPath) {
        for number in other.numbers { append(number) }
    }

    // What is kept out of line here and elsewhere keeps the pad in the browser small.
    @inline(never)
    private mutating func append(_ number: Double) {
        numbers.append(number)
    }

    @inline(never)
    private mutating func append(_ point: SIMD2<Double>) {
        append(point.x)
        append(point.y)
    }

    mutating func move(to point: SIMD2<Double>) {
        append(Verb.move)
        append(point)
    }

    mutating func line(to point: SIMD2<Double>) {
        append(Verb.line)
        append(point)
    }

    @inline(never)
    mutating func curve(_ first: SIMD2<Double>, _ second: SIMD2<Double>, to end: SIMD2<Double>) {
        append(Verb.curve)
        append(first)
        append(second)
        append(end)
    }

    mutating func close() {
        append(Verb.close)
    }

    /// Adds a full circle, turning the same way as the ribbons do.
    @inline(never)
    mutating func appendDot(at center: SIMD2<Double>, radius: Double) {
        var arm = SIMD2(0, radius)
        move(to: center + arm)
        for _ in 0..<4 {
            let next = SIMD2(arm.y, -arm.x)
            curve(center + arm + next * 0.5522847498307936, center + next + arm * 0.5522847498307936, to: center + next)
            arm = next
        }
        close()
    }
}
