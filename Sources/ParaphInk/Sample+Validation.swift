extension Sample {
    /// How large a sample from outside may be.
    public struct Limits: Hashable, Sendable {
        /// The most strokes.
        public var strokes: Int
        /// The most points in all strokes.
        public var points: Int
        /// The largest absolute coordinate, in capture units.
        public var coordinate: Double
        /// The longest duration, in milliseconds.
        public var duration: Double

        /// Makes limits; those left out are what a person can draw in two minutes at 240 points a second.
        public init(strokes: Int = 500, points: Int = 30_000, coordinate: Double = 1e6, duration: Double = 120_000) {
            self.strokes = strokes
            self.points = points
            self.coordinate = coordinate
            self.duration = duration
        }
    }

    /// Throws unless the sample has a point, is within the limits, holds finite numbers in their ranges, and its time never runs backwards.
    ///
    /// Strokes without points are malformed. Complexity: O(points).
    public func validate(limits: Limits = Limits()) throws(InkError) {
        guard strokes.count <= limits.strokes else { throw InkError(.tooLarge) }
        var count = 0
        var last = 0.0
        for (strokeIndex, stroke) in strokes.enumerated() {
            guard !stroke.points.isEmpty else { throw InkError(.empty, stroke: strokeIndex) }
            count += stroke.points.count
            guard count <= limits.points else { throw InkError(.tooLarge, stroke: strokeIndex) }
            for (index, point) in stroke.points.enumerated() {
                guard point.isInRange(limits) else { throw InkError(.outOfRange, stroke: strokeIndex, position: index) }
                guard point.time >= last else { throw InkError(.timeRunsBackwards, stroke: strokeIndex, position: index) }
                last = point.time
            }
        }
        guard count > 0 else { throw InkError(.empty) }
        if let scale = unitsPerMillimetre {
            guard scale.isFinite, scale > 0, scale <= limits.coordinate else { throw InkError(.outOfRange) }
        }
    }
}

extension Point {
    /// Whether every channel is a finite number in its range; comparisons with NaN are false, which refuses it.
    fileprivate func isInRange(_ limits: Sample.Limits) -> Bool {
        x.magnitude <= limits.coordinate && y.magnitude <= limits.coordinate
            && time >= 0 && time <= limits.duration
            && pressure >= 0 && pressure <= 1
            && azimuth >= 0 && azimuth <= 6.2831853071795865
            && altitude >= 0 && altitude <= 1.5707963267948967
    }
}
