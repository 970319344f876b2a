extension Outline {
    /// What is made of earlier samples comes nearer than, and repeats do not; docs/results/replays.md says how they were chosen.
    enum Origins {
        /// What lies further away in the coarsest form has nothing to do with this.
        static let coarseDistance: Float = 0.09
        /// How many of the nearest may be what something lies between, or what was bent.
        static let near = 5
        /// The least agreement of an honest repeat with two others.
        static let agreement: Float = -0.8
        /// No honest repeat comes nearer to a mean of two or three others.
        static let meanDistance: Float = 0.0014
        /// How many of the nearest are asked for parts, and how many are taken for either half.
        static let asked = 12
        static let halves = 2
        /// Where two samples may be stitched, as shares of the points.
        static let cuts: [Float] = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]
        static let stitchedDistance: Float = 0.0095
        /// Into how many parts a bent copy is cut: in each the bend is hardly more than a stretch.
        static let bentParts = 5
        static let bentDistance: Float = 0.0078
    }

    /// Whether this was made of some of those that were seen: between two of them, as their mean, of a begin and an end, or by bending one.
    ///
    /// Each is seen at the coarsest level. `usual` is ``usualTimedDistance(_:)`` of the person's references, if known: without it nothing is said of
    /// what keeps times. Complexity: O(seen), and O(points²) for some nine of them.
    func isMade(of seen: [RememberedOutlines.Candidate], usual: Double? = nil) -> Bool {
        let origins = origins(among: seen)
        let near = origins.prefix(Origins.near)
        let sides = near.map { self.sides(of: $0.outline, $0.likeness) }
        return Self.isBetween(sides) || Self.isMean(sides) || isBent(near) || isStitched(origins)
            || usual.map { keepsTimes(of: origins, usual: $0) } ?? false
    }

    /// Those that this may be made of, laid on it with all points: the nearest, nearest first, and those of which one half comes nearest.
    func origins(among seen: [RememberedOutlines.Candidate]) -> [RememberedOutlines.Candidate] {
        guard hasDetail, isLong else { return [] }
        let near = Self.distinct(seen.filter { $0.likeness.distance < Origins.coarseDistance })
        var chosen = Array(near.prefix(Origins.near))
        for half in halves(of: near.prefix(Origins.asked)) {
            if !chosen.contains(where: { $0.likeness.distance == half.likeness.distance }) { chosen.append(half) }
        }
        return RememberedOutlines.closest(self, chosen)
    }

    /// Candidates, nearest first, each once: an accepted sample may be a reference too.
    private static func distinct(_ candidates: [RememberedOutlines.Candidate]) -> [RememberedOutlines.Candidate] {
        var distinct: [RememberedOutlines.Candidate] = []
        for candidate in candidates.sorted(by: { $0.likeness.distance < $1.likeness.distance }) {
            let last = distinct.last
            if last?.likeness.distance == candidate.likeness.distance, last?.outline.levels == candidate.outline.levels { continue }
            distinct.append(candidate)
        }
        return distinct
    }

    /// Those whose first or second half comes nearest.
    private func halves(of candidates: ArraySlice<RememberedOutlines.Candidate>) -> [RememberedOutlines.Candidate] {
        let middle = levels[0].count / 2
        return [0..<middle, middle..<levels[0].count].flatMap { half in
            let distances = candidates.map { candidate -> (distance: Float, candidate: RememberedOutlines.Candidate) in
                let pairs = candidate.likeness.path.pairs.filter { half.contains($0.a) }
                let distance = pairs.isEmpty ? .greatestFiniteMagnitude : Fit(levels[0], candidate.outline.levels[0], pairs, 0).residual
                return (distance, candidate)
            }
            return distances.sorted { $0.distance < $1.distance }.prefix(Origins.halves).map(\.candidate)
        }
    }

    private static func isBetween(_ sides: [[Float?]]) -> Bool {
        sides.indices.contains { index in
            sides[..<index].contains { agreement(sides[index], $0) < Origins.agreement }
        }
    }

    private static func isMean(_ sides: [[Float?]]) -> Bool {
        let products = products(of: sides)
        return (2...3).contains { nearestMean(of: $0, products) < Origins.meanDistance }
    }

    private func isBent(_ candidates: ArraySlice<RememberedOutlines.Candidate>) -> Bool {
        let parts = (0..<Origins.bentParts).map { part in
            part * (levels.last?.count ?? 0) / Origins.bentParts..<(part + 1) * (levels.last?.count ?? 0) / Origins.bentParts
        }
        return candidates.contains { candidate in
            var rest = Origins.bentDistance * Float(Origins.bentParts)
            for part in parts {
                rest -= distanceInTime(part, from: candidate.outline, candidate.likeness.path) ?? rest
                if rest <= 0 { return false }
            }
            return true
        }
    }

    private func isStitched(_ candidates: [RememberedOutlines.Candidate]) -> Bool {
        let count = levels.last?.count ?? 0
        func least(_ part: Range<Int>) -> Float {
            candidates.compactMap { distanceInTime(part, from: $0.outline, $0.likeness.path) }.min() ?? .greatestFiniteMagnitude
        }
        return Origins.cuts.contains { share in
            let cut = Int(share * Float(count))
            let rest = Origins.stitchedDistance - share * least(0..<cut)
            return rest > 0 && (1 - share) * least(cut..<count) < rest
        }
    }
}
