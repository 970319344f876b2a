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

    /// The steps; every shape is a move, lines and curves, and a close.
    public internal(set) var elements: [Element] = []

    /// Makes an outline of nothing.
    public init() {}

    /// Whether there is nothing to fill.
    public var isEmpty: Bool {
        elements.isEmpty
    }

    /// The smallest rectangle that contains every point and control point, and so all of the ink, or nil where there is none.
    public var bounds: InkRect? {
        var bounds: InkRect?
        for element in elements {
            switch element {
            case .move(let point), .line(let point):
                if bounds == nil { bounds = InkRect(low: point, high: point) }
                bounds?.include(point)
            case .curve(let first, let second, let end):
                bounds?.include(first)
                bounds?.include(second)
                bounds?.include(end)
            case .close: continue
            }
        }
        return bounds
    }

    /// The outline moved by an affine map.
    public func transformed(by transform: InkTransform) -> InkPath {
        var result = InkPath()
        result.elements.reserveCapacity(elements.count)
        for element in elements {
            switch element {
            case .move(let point): result.elements.append(.move(transform(point)))
            case .line(let point): result.elements.append(.line(transform(point)))
            case .curve(let first, let second, let end): result.elements.append(.curve(transform(first), transform(second), transform(end)))
            case .close: result.elements.append(.close)
            }
        }
        return result
    }

    /// Adds the shapes of another outline.
    public mutating func append(_ other: InkPath) {
        elements.append(contentsOf: other.elements)
    }

    /// Adds a full circle, turning the same way as the ribbons do.
    mutating func appendDot(at center: SIMD2<Double>, radius: Double) {
        let handle = radius * 0.5522847498307936
        let right = SIMD2(radius, 0)
        let down = SIMD2(0, radius)
        elements.append(.move(center + down))
        elements.append(.curve(center + down + SIMD2(handle, 0), center + right + SIMD2(0, handle), center + right))
        elements.append(.curve(center + right - SIMD2(0, handle), center - down + SIMD2(handle, 0), center - down))
        elements.append(.curve(center - down - SIMD2(handle, 0), center - right - SIMD2(0, handle), center - right))
        elements.append(.curve(center - right + SIMD2(0, handle), center + down - SIMD2(handle, 0), center + down))
        elements.append(.close)
    }
}
