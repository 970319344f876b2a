extension Outline {
    /// What copies come nearer than, as shares of the size and of the duration.
    ///
    /// Among 7,600 pairs of honest repeats (SVC2004) none came nearer in place than 0.0148, nor, within 0.018, in time than 0.0039.
    enum Copy {
        static let distance: Float = 0.0135
        /// A little further apart, evenly kept time gives a copy away.
        static let evenDistance: Float = 0.0185
        static let unevenness: Float = 0.003
        /// Drawings that lie further apart in a coarser form are told apart without a closer look.
        static let coarseDistances: [Float] = [0.045, 0.027]

        /// How much of these distances counts for a signature that turns so often; from three turns on it is all.
        ///
        /// Two samples of a hand that draws little more than a circle come near to one another by chance (docs/results/replays.md).
        static func share(turns: Float) -> Float { min(max(0.5 + (turns - 1.2) / 3.6, 0.5), 1) }
    }

    /// Whether this is a copy of another outline.
    func isCopy(of other: Outline) -> Bool {
        var placement = firstPlacement(of: other)
        var path: Path?
        for (level, limit) in Copy.coarseDistances.enumerated() {
            let likeness = likeness(to: other, level: level, limit: limit, from: placement, near: path)
            if likeness.distance > limit { return false }
            (placement, path) = (likeness.placement, likeness.path)
        }
        var likeness = Likeness(placement)
        likeness.path = path ?? Path()
        return isCopy(of: other, after: likeness)
    }

    /// Whether this is a copy of an outline that all coarser levels found near.
    func isCopy(of other: Outline, after coarser: Likeness) -> Bool {
        let last = Copy.coarseDistances.count
        let likeness = likeness(to: other, level: last, limit: Copy.evenDistance, from: coarser.placement, near: coarser.path)
        guard likeness.distance < Copy.evenDistance else { return false }
        // Of the two, the one that turns more often: a copy is not made plainer to pass.
        let share = Copy.share(turns: max(turns, other.turns))
        return likeness.distance < share * Copy.distance
            || (likeness.distance < share * Copy.evenDistance && likeness.unevenness < Copy.unevenness)
    }

    /// How often it turns; none for a dot.
    var turns: Float {
        guard let points = levels.last, let first = points.first else { return 0 }
        let (least, most) = points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
        return Shape.turns(points, step: 0.06 * (most - least).max())
    }
}

extension ReplayTrace {
    /// Whether one is a copy of the other.
    func isCopy(of other: ReplayTrace) -> Bool {
        coordinates == other.coordinates || Outline(self).isCopy(of: Outline(other))
    }
}
