import ParaphInk
import Testing

/// A way to make a new signature out of several captured ones of the same person (threats S1 and S2).
///
/// The first sample gives the order of the strokes and, but for what is stitched, the times.
enum CombinedAttack: String, CaseIterable, CustomTestStringConvertible {
    /// Points that belong together meet on the way, by a share of the first.
    case averaged
    /// As ``averaged``, of three in equal parts.
    case averagedOfThree
    /// Points at an equal share of the time meet on the way.
    case averagedByTime
    /// The first sample up to a share of its points, then the second, moved so that the pen goes on.
    case stitched

    var testDescription: String { rawValue }

    var strengths: [Double] {
        switch self {
        case .averaged: [0.5, 0.6, 0.7]
        case .averagedOfThree: [0]
        case .averagedByTime: [0.5]
        case .stitched: [0.35, 0.5, 0.65]
        }
    }

    /// How many samples it takes.
    var count: Int { self == .averagedOfThree ? 3 : 2 }

    /// Makes a sample of ``count`` captured ones.
    func combine(_ samples: [Sample], _ strength: Double) -> Sample {
        switch self {
        case .averaged: samples[0].averaged(with: [samples[1]], weights: [strength, 1 - strength])
        case .averagedOfThree: samples[0].averaged(with: Array(samples[1...2]), weights: [1 / 3.0, 1 / 3.0, 1 / 3.0])
        case .averagedByTime:
            samples[0].moved(by: [strength, 1 - strength], with: [samples[1].laid(on: samples[0]).places(at: samples[0].pointCount)])
        case .stitched: samples[0].stitched(to: samples[1], at: strength)
        }
    }
}

/// A point's place.
private typealias Place = SIMD2<Double>

extension Sample {
    private static func mean(_ places: [Place]) -> Place { places.reduce(Place(), +) / Double(max(places.count, 1)) }

    private var places: [Place] { strokes.flatMap(\.points).map { Place($0.x, $0.y) } }

    /// Moved and scaled to where another lies.
    fileprivate func laid(on other: Sample) -> Sample {
        func frame(_ places: [Place]) -> (centre: Place, size: Double) {
            let centre = Self.mean(places)
            let squares: [Double] = places.map { (($0 - centre) * ($0 - centre)).sum() }
            return (centre, (squares.reduce(0, +) / Double(max(places.count, 1))).squareRoot())
        }
        let (own, others) = (frame(places), frame(other.places))
        let scale = others.size / max(own.size, 1e-9)
        let move = others.centre - own.centre * scale
        return placed(scale: scale, x: move.x, y: move.y)
    }

    /// So many places at an even share of the points.
    fileprivate func places(at count: Int) -> [Place] {
        let places = places
        return (0..<count).map { index in
            let place = Double(index) * Double(places.count - 1) / Double(max(count - 1, 1))
            let n = min(Int(place), places.count - 2)
            return places[n] + (places[n + 1] - places[n]) * (place - Double(n))
        }
    }

    /// Each point put where its place and those of others lead to, by weights.
    fileprivate func moved(by weights: [Double], with others: [[Place]]) -> Sample {
        var index = -1
        return mapped { point in
            index += 1
            var place = weights[0] * Place(point.x, point.y)
            for (weight, other) in zip(weights.dropFirst(), others) { place += weight * other[index] }
            var point = point
            (point.x, point.y) = (place.x, place.y)
            return point
        }
    }

    fileprivate func averaged(with others: [Sample], weights: [Double]) -> Sample {
        let own = places
        let meeting = others.map { other -> [Place] in
            let other = other.laid(on: self)
            let there = other.places
            let away: [Place] = partners(in: other).enumerated().map { index, numbers in
                Self.mean(numbers.map { there[$0] }) - own[index]
            }
            // A path through points goes in steps; what is meant does not.
            return own.indices.map { index -> Place in
                own[index] + Self.mean(Array(away[max(index - 3, 0)...min(index + 3, away.count - 1)]))
            }
        }
        return moved(by: weights, with: meeting)
    }

    fileprivate func stitched(to other: Sample, at share: Double) -> Sample {
        let other = other.laid(on: self)
        let cut = min(max(Int(share * Double(pointCount)), 1), pointCount - 1)
        let begin = min(partners(in: other)[cut].max() ?? cut, other.pointCount - 1)
        var sample = truncated(by: pointCount - cut)
        var rest = other
        for _ in 0..<begin {
            rest.strokes[0].points.removeFirst()
            if rest.strokes[0].points.isEmpty { rest.strokes.removeFirst() }
        }
        let (end, next) = (strokes.flatMap(\.points)[cut], rest.strokes[0].points[0])
        rest = rest.mapped { point in
            var point = point
            point.x += end.x - next.x
            point.y += end.y - next.y
            point.time += end.time - next.time
            return point
        }
        // The pen stays down where it was down.
        var (places, isWithin) = (0, false)
        for stroke in strokes {
            isWithin = isWithin || (places < cut && cut < places + stroke.points.count)
            places += stroke.points.count
        }
        if isWithin {
            sample.strokes[sample.strokes.count - 1].points += rest.strokes[0].points
            rest.strokes.removeFirst()
        }
        sample.strokes += rest.strokes
        return sample
    }

    /// The numbers of the points of another sample that belong to each of this one's, by the way of least distance.
    private func partners(in other: Sample) -> [[Int]] {
        let (a, b) = (places, other.places)
        var costs = [[Double]](repeating: [Double](repeating: .infinity, count: b.count), count: a.count)
        for i in a.indices {
            for j in b.indices {
                let away = a[i] - b[j]
                var best = i == 0 && j == 0 ? 0 : Double.infinity
                if i > 0 { best = min(best, costs[i - 1][j]) }
                if j > 0 { best = min(best, costs[i][j - 1]) }
                if i > 0, j > 0 { best = min(best, costs[i - 1][j - 1]) }
                costs[i][j] = best + (away * away).sum().squareRoot()
            }
        }
        var partners = [[Int]](repeating: [], count: a.count)
        var (i, j) = (a.count - 1, b.count - 1)
        while true {
            partners[i].append(j)
            if i == 0, j == 0 { return partners }
            let up = i > 0 ? costs[i - 1][j] : .infinity
            let left = j > 0 ? costs[i][j - 1] : .infinity
            let diagonal = i > 0 && j > 0 ? costs[i - 1][j - 1] : .infinity
            if diagonal <= up, diagonal <= left {
                (i, j) = (i - 1, j - 1)
            } else if up < left {
                i -= 1
            } else {
                j -= 1
            }
        }
    }
}
