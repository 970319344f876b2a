extension Outline {
    /// Over how many points on either side the sides of a line are averaged.
    private static let sideReach = 2

    /// How far each point lies to the left of another outline's line, in the direction of this one; nil where it has no partner there.
    ///
    /// Complexity: O(points).
    func sides(of other: Outline, _ likeness: Likeness) -> [Float?] {
        guard let points = levels.last, let others = other.levels.last, others.count > 1 else { return [] }
        let moved = others.map { likeness.placement.moves($0) }
        var sums = [Place](repeating: Place(), count: points.count)
        var counts = [Float](repeating: 0, count: points.count)
        for pair in likeness.path.pairs {
            let (before, after) = (max(pair.b - 1, 0), min(pair.b, moved.count - 2))
            let first = Self.away(points[pair.a], moved[before], moved[before + 1])
            let second = Self.away(points[pair.a], moved[after], moved[after + 1])
            sums[pair.a] += (second * second).sum() < (first * first).sum() ? second : first
            counts[pair.a] += 1
        }
        return points.indices.map { index in
            guard counts[index] > 0 else { return nil }
            let near = max(index - Self.sideReach, 0)...min(index + Self.sideReach, points.count - 1)
            var (sum, count) = (Place(), Float(0))
            for place in near where counts[place] > 0 {
                sum += sums[place] / counts[place]
                count += 1
            }
            let along = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
            let length = (along * along).sum().squareRoot()
            return length > 0 ? (sum / count * Place(-along.y, along.x)).sum() / length : 0
        }
    }

    /// Where a point lies, seen from the nearest place of a segment.
    private static func away(_ point: Place, _ from: Place, _ to: Place) -> Place {
        let (along, away) = (to - from, point - from)
        let square = (along * along).sum()
        let share = square > 0 ? min(max((away * along).sum() / square, 0), 1) : 0
        return away - along * share
    }

    /// Whether something lies on the same side of two lines everywhere (1), on opposite ones (-1), or as it happens (0).
    ///
    /// What a hand did otherwise this time it did otherwise than both, so that repeats of one hand are above 0; an average of two lies between
    /// them. Places count by the root of both distances, or a few where the points were matched wrongly would say it all.
    static func agreement(_ first: [Float?], _ second: [Float?]) -> Float {
        var (sum, whole, count) = (Float(0), Float(0), 0)
        for (a, b) in zip(first, second) {
            guard let a, let b else { continue }
            let product = a * b
            let weight = product.magnitude.squareRoot()
            sum += product < 0 ? -weight : weight
            whole += weight
            count += 1
        }
        return whole > 0 && 2 * count > first.count ? sum / whole : 1
    }
}
