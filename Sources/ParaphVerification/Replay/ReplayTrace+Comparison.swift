extension Outline {
    /// Drawings that come nearer than this share of their size are copies.
    static let copyDistance: Float = 0.012
    /// Drawings whose coarse forms lie further apart are told apart at once.
    static let coarseLimit: Float = 0.12

    /// Whether one is a copy of the other.
    func isCopy(of other: Outline) -> Bool {
        coarseDistance(to: other) < Self.coarseLimit && distance(to: other) < Self.copyDistance
    }
}

extension ReplayTrace {
    /// Whether one is a copy of the other.
    func isCopy(of other: ReplayTrace) -> Bool {
        coordinates == other.coordinates || Outline(self).isCopy(of: Outline(other))
    }
}
