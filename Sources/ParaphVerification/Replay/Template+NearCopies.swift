extension Template {
    /// How near one another a person's own samples hardly ever come, as a share of what the references usually are from their nearest; and
    /// the most that counts as near, as a share of the size.
    ///
    /// Of 40 people of SVC2004 five had two of ten later samples so near one another, and none three; of 200 made-up people, half of them
    /// with a very regular hand, thirteen had two of twenty, and none three.
    private static let nearShare: Float = 0.6
    private static let mostNear: Float = 0.03
    /// Drawings that lie further apart in a coarser form are not near.
    private static let coarseDistances: [Float] = [0.065, 0.042]

    /// Which of some traces, by their places, a trace lies nearer to than the person's own samples lie to one another.
    ///
    /// One alone may be chance; of several, no hand drew them: they are variations of one drawing, made to learn from the answers.
    /// Complexity: O(traces), and O(references²) where one is near enough to ask how constant the person is.
    public func nearCopies(of trace: ReplayTrace, among traces: [ReplayTrace]) -> [Int] {
        guard !traces.isEmpty else { return [] }
        let outline = Outline(trace)
        let distances = traces.map { $0.coordinates == trace.coordinates ? 0 : outline.distance(from: Outline($0), Self.coarseDistances) }
        guard distances.contains(where: { $0 < Self.mostNear }) else { return [] }
        let limit = min(Self.nearShare * usualDistance, Self.mostNear)
        return distances.indices.filter { distances[$0] < limit }
    }

    /// The median of the references' distances from their nearest neighbours.
    private var usualDistance: Float {
        let outlines = references.map { Outline(ReplayTrace($0.trajectory)) }
        var nearest = [Float](repeating: .greatestFiniteMagnitude, count: outlines.count)
        for a in outlines.indices {
            for b in outlines.indices where b < a {
                let distance = outlines[a].distance(from: outlines[b], [])
                nearest[a] = min(nearest[a], distance)
                nearest[b] = min(nearest[b], distance)
            }
        }
        return nearest.sorted()[nearest.count / 2]
    }
}

extension Outline {
    /// How far another outline lies from this one when it is laid on it, as a share of the size; beyond all numbers where a coarser look
    /// finds them further apart than the limits given.
    func distance(from other: Outline, _ coarseLimits: [Float]) -> Float {
        var likeness = Likeness(firstPlacement(of: other))
        for level in Outline.detail.indices {
            likeness = self.likeness(to: other, level: level, limit: Copy.evenDistance, from: likeness.placement, near: likeness.path)
            if level < coarseLimits.count, likeness.distance > coarseLimits[level] { return .greatestFiniteMagnitude }
        }
        return likeness.distance
    }
}
