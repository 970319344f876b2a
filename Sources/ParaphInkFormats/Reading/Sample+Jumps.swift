import ParaphInk

extension Stroke {
    /// The strokes of points that came without pen-up: a jump over five median steps starts a stroke (design §8).
    ///
    /// Steps of no length are left out of the median, so that a resting finger does not shrink it. Complexity: O(n log n).
    static func split(atJumps points: [Point]) -> [Stroke] {
        guard points.count > 2 else { return points.isEmpty ? [] : [Stroke(points: points)] }
        var steps: [Double] = []
        steps.reserveCapacity(points.count - 1)
        for index in 1..<points.count { steps.append(points[index].distance(to: points[index - 1])) }
        let moving = steps.filter { $0 > 0 }.sorted()
        guard !moving.isEmpty else { return [Stroke(points: points)] }
        let longest = 5 * moving[moving.count / 2]
        var strokes: [Stroke] = []
        var start = 0
        for index in 1..<points.count where steps[index - 1] > longest {
            strokes.append(Stroke(points: Array(points[start..<index])))
            start = index
        }
        strokes.append(Stroke(points: Array(points[start...])))
        return strokes
    }
}

extension Point {
    fileprivate func distance(to other: Point) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// What a raw pressure of a device amounts to.
enum RawPressure {
    /// The most that a device reports, guessed from the highest value that was seen: the usual ranges of digitizers.
    static func fullScale(peak: Double) -> Double? {
        [1.0, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535].first { peak <= $0 }
    }
}
