extension InkPath {
    /// Makes an outline of steps; every shape is a move, lines and curves, and a close.
    public init(_ elements: [Element]) {
        self.init()
        for element in elements { append(element) }
    }

    /// The steps one by one.
    ///
    /// Complexity: O(steps).
    public var elements: [Element] {
        var elements: [Element] = []
        var index = 0
        func point(_ offset: Int) -> SIMD2<Double> {
            SIMD2(numbers[index + offset], numbers[index + offset + 1])
        }
        while index < numbers.count {
            switch numbers[index] {
            case Verb.move:
                elements.append(.move(point(1)))
                index += 3
            case Verb.line:
                elements.append(.line(point(1)))
                index += 3
            case Verb.curve:
                elements.append(.curve(point(1), point(3), point(5)))
                index += 7
            default:
                elements.append(.close)
                index += 1
            }
        }
        return elements
    }

    /// The smallest rectangle that contains every point and control point, and so all of the ink, or nil where there is none.
    ///
    /// Complexity: O(steps).
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
    ///
    /// Complexity: O(steps).
    public func transformed(by transform: InkTransform) -> InkPath {
        var result = InkPath()
        for element in elements {
            switch element {
            case .move(let point): result.move(to: transform(point))
            case .line(let point): result.line(to: transform(point))
            case .curve(let first, let second, let end): result.curve(transform(first), transform(second), to: transform(end))
            case .close: result.close()
            }
        }
        return result
    }

    private mutating func append(_ element: Element) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): line(to: point)
        case .curve(let first, let second, let end): curve(first, second, to: end)
        case .close: close()
        }
    }
}
