/// The outlines that samples are held against: eight at a time, one in each lane, as far as coarse looks tell them apart.
///
/// It says the same as ``Outline/isCopy(of:)`` of each, in a third of the time.
struct RememberedOutlines: Sendable {
    private let blocks: [OutlineBlock]
    /// Those of too few points to lie beside others.
    private let short: [Outline]

    /// Lays outlines side by side.
    init(_ outlines: [Outline]) {
        let long = outlines.filter(\.isLong)
        short = outlines.filter { !$0.isLong }
        blocks = long.inParts(of: OutlineBlock.capacity).map { OutlineBlock(Array($0)) }
    }

    /// Whether an outline is a copy of one of these.
    ///
    /// Complexity: O(outlines).
    func contain(copyOf outline: Outline) -> Bool { look(at: outline).isCopy }

    /// What a look at all of these says of an outline: whether it is a copy of one, and how each lies in the coarsest form, for
    /// ``Outline/isMade(of:)``; nothing of the latter where it is a copy, or has too few points.
    func look(at outline: Outline) -> (isCopy: Bool, seen: [Candidate]) {
        if short.contains(where: { outline.isCopy(of: $0) }) { return (true, []) }
        guard outline.hasDetail else { return (blocks.contains { $0.outlines.contains { outline.isCopy(of: $0) } }, []) }
        var near = blocks.flatMap { block in
            zip(block.outlines, block.firstPlacements(on: outline)).map { Candidate(outline: $0, likeness: Outline.Likeness($1)) }
        }
        var seen: [Candidate] = []
        for (level, limit) in Outline.Copy.coarseDistances.enumerated() {
            near = Self.near(outline, level, limit, near) { if level == 0 { seen.append($0) } }
        }
        let isCopy = near.contains { outline.isCopy(of: $0.outline, after: $0.likeness) }
        return (isCopy, isCopy ? [] : seen)
    }

    /// Another outline, and how it lies.
    struct Candidate {
        var outline: Outline
        /// What a coarser level said.
        var likeness: Outline.Likeness
        /// What the first round of this level said, if it was not sure.
        var first: Outline.Likeness?
    }

    /// The candidates that come near at a level, as ``Outline/likeness(to:level:limit:from:near:)`` has it.
    ///
    /// Each is shown as the first round found it.
    static func near(
        _ outline: Outline,
        _ level: Int,
        _ limit: Float,
        _ candidates: [Candidate],
        _ show: (Candidate) -> Void = { _ in }
    ) -> [Candidate] {
        var near: [Candidate] = []
        var again: [Candidate] = []
        round(outline, level, candidates) { candidate, likeness in
            show(Candidate(outline: candidate.outline, likeness: likeness))
            if likeness.distance < limit {
                near.append(Candidate(outline: candidate.outline, likeness: likeness))
            } else if likeness.distance <= Outline.secondLook * limit {
                again.append(Candidate(outline: candidate.outline, likeness: candidate.likeness, first: likeness))
            }
        }
        round(outline, level, again) { candidate, likeness in
            let best = candidate.first.flatMap { $0.distance <= likeness.distance ? $0 : nil } ?? likeness
            if best.distance <= limit { near.append(Candidate(outline: candidate.outline, likeness: best)) }
        }
        return near
    }

    /// Candidates of the coarsest level laid on an outline with all points.
    static func closest(_ outline: Outline, _ candidates: [Candidate]) -> [Candidate] {
        var closer: [Candidate] = []
        round(outline, 1, candidates) { closer.append(Candidate(outline: $0.outline, likeness: $1)) }
        return closer.map { candidate in
            let likeness = outline.likeness(
                to: candidate.outline,
                level: Outline.detail.count - 1,
                limit: Outline.Copy.evenDistance,
                from: candidate.likeness.placement,
                near: candidate.likeness.path
            )
            return Candidate(outline: candidate.outline, likeness: likeness)
        }
    }

    /// Lays candidates on an outline once, eight at a time.
    private static func round(
        _ outline: Outline,
        _ level: Int,
        _ candidates: [Candidate],
        _ body: (Candidate, Outline.Likeness) -> Void
    ) {
        let points = outline.levels[level]
        let whole = level == 0 ? LaneArea([Outline.wholeBand(points.count, Outline.detail[level])]) : nil
        for part in candidates.inParts(of: OutlineBlock.capacity) {
            let area =
                whole ?? LaneArea(part.map { Outline.band(points.count, Outline.detail[level], near: $0.likeness.path) })
            let others = part.map { $0.outline.levels[level] }
            let match = LaneMatch(points, others, part.map { ($0.first ?? $0.likeness).placement }, area)
            for ((candidate, other), pairs) in zip(zip(part, others), match.pairs) {
                let fit = Outline.Fit(points, other, pairs, level)
                var likeness = Outline.Likeness(fit.placement, Outline.Path(pairs: pairs, rows: points.count, columns: other.count))
                likeness.distance = fit.residual
                body(candidate, likeness)
            }
        }
    }
}

extension Array {
    /// The elements in parts of so many, and the rest.
    fileprivate func inParts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
