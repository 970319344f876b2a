extension Point {
    /// The position without its other channels.
    public var position: SIMD2<Double> {
        SIMD2(x, y)
    }
}

extension Sample {
    /// The smallest rectangle that contains every point, or nil where there is none.
    ///
    /// Complexity: O(points).
    public var bounds: InkRect? {
        var bounds = InkRect(low: SIMD2(repeating: .infinity), high: SIMD2(repeating: -.infinity))
        for stroke in strokes {
            for point in stroke.points { bounds.include(point.position) }
        }
        return bounds.low.x <= bounds.high.x ? bounds : nil
    }

    /// The way that the pen goes while it touches, in capture units.
    ///
    /// Complexity: O(points).
    public var pathLength: Double {
        var length = 0.0
        for stroke in strokes { length += stroke.pathLength }
        return length
    }

    /// The time from the first point to the last, in milliseconds; 0 where time was not measured.
    public var duration: Double {
        guard channels.contains(.time) else { return 0 }
        let first = strokes.first { !$0.points.isEmpty }?.points.first
        let last = strokes.last { !$0.points.isEmpty }?.points.last
        return (last?.time ?? 0) - (first?.time ?? 0)
    }

    /// The sample with every point moved by an affine map; pens lean in the mapped direction, and the scale follows.
    ///
    /// Complexity: O(points).
    public func transformed(by transform: InkTransform) -> Sample {
        var result = self
        let leans = channels.contains(.azimuth)
        for stroke in result.strokes.indices {
            for index in result.strokes[stroke].points.indices {
                result.strokes[stroke].points[index].move(by: transform, leans: leans)
            }
        }
        if let scale = unitsPerMillimetre { result.unitsPerMillimetre = scale * transform.meanScale }
        return result
    }

    /// The sample moved and scaled into a frame, as large as it fits with the margin free, in the middle, its proportions kept.
    ///
    /// A sample without extent is only moved. Complexity: O(points).
    public func fitted(into frame: InkRect, margin: Double = 0) -> Sample {
        guard let bounds else { return self }
        return transformed(by: .fitting(bounds, into: frame, margin: margin))
    }
}

extension Stroke {
    /// The way along the points, in capture units.
    ///
    /// Complexity: O(points).
    public var pathLength: Double {
        var length = 0.0
        for index in points.indices.dropFirst() { length += (points[index].position - points[index - 1].position).length }
        return length
    }
}

extension Point {
    fileprivate mutating func move(by transform: InkTransform, leans: Bool) {
        let moved = transform(position)
        x = moved.x
        y = moved.y
        guard leans else { return }
        let (sine, cosine) = sineAndCosine(azimuth)
        azimuth = turn(to: transform.x * cosine + transform.y * sine)
    }
}

extension SIMD2<Double> {
    /// The distance from the origin.
    var length: Double {
        (x * x + y * y).squareRoot()
    }

    /// The vector of length 1 in this direction, or zero if there is no direction.
    var direction: SIMD2<Double> {
        let length = length
        return length > 0 ? self / length : .zero
    }

    /// The vector turned by a quarter, from the x axis towards the y axis.
    var normal: SIMD2<Double> {
        SIMD2(-y, x)
    }

    /// The product of the lengths and the cosine of the angle between.
    func dot(_ other: SIMD2<Double>) -> Double {
        x * other.x + y * other.y
    }
}
