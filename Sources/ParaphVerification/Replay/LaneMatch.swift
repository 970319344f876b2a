/// Points of one outline matched with those of up to eight others in one pass, each other in a lane.
///
/// The pairs are those that ``Outline/match(_:_:_:)`` finds one by one.
struct LaneMatch {
    private typealias Lanes = OutlineBlock.Lanes

    /// The pairs of each lane, last first.
    private(set) var pairs: [[Outline.Pair]] = []

    private let area: LaneArea
    /// How many points at either end need no partner.
    private let free: (rows: Int, columns: Int)
    private let rows: Int
    private let columns: Int

    /// What no way costs.
    private static let far: Float = 1e30

    /// Matches points with those of others, which are as many in each lane, moved as said.
    init(_ points: [Outline.Place], _ others: [[Outline.Place]], _ placements: [Outline.Placement], _ area: LaneArea) {
        self.area = area
        (rows, columns) = (points.count, others.first?.count ?? 0)
        free = (Outline.freePoints(rows), Outline.freePoints(columns))
        guard rows > 0, columns > 0 else { return }
        withUnsafeTemporaryAllocation(of: Lanes.self, capacity: 2 * columns) { places in
            places.initialize(repeating: Lanes())
            Self.lay(others, placements, UnsafeMutableRawPointer(places.baseAddress.unsafelyUnwrapped).assumingMemoryBound(to: Float.self))
            withUnsafeTemporaryAllocation(of: Lanes.self, capacity: rows * area.width) { costs in
                let costs = costs.baseAddress.unsafelyUnwrapped
                points.withUnsafeBufferPointer {
                    fill(costs, $0.baseAddress.unsafelyUnwrapped, places.baseAddress.unsafelyUnwrapped)
                }
                let numbers = UnsafeRawPointer(costs).assumingMemoryBound(to: Float.self)
                pairs = others.indices.map { way(back: numbers + $0, lane: $0) }
            }
        }
    }

    /// Moves points into lanes: x and y in turn.
    private static func lay(_ others: [[Outline.Place]], _ placements: [Outline.Placement], _ places: UnsafeMutablePointer<Float>) {
        for lane in others.indices {
            let placement = placements[lane]
            var place = places + lane
            for point in others[lane] {
                let moved = placement.moves(point)
                place[0] = moved.x
                place[Lanes.scalarCount] = moved.y
                place += 2 * Lanes.scalarCount
            }
        }
    }

    /// Notes what the best ways to each pair of points cost.
    ///
    /// Cells beside those looked at are far. Complexity: O(cells looked at).
    private func fill(_ costs: UnsafeMutablePointer<Lanes>, _ points: UnsafePointer<Outline.Place>, _ places: UnsafePointer<Lanes>) {
        let far = Lanes(repeating: Self.far)
        area.rows.withUnsafeBufferPointer { rows in
            for i in rows.indices {
                let range = rows[i]
                let row = costs + area.place(i, range.first, 0)
                let above = i == 0 ? row : costs + area.place(i - 1, rows[i - 1].first, 0)
                let (x, y) = (Lanes(repeating: points[i].x), Lanes(repeating: points[i].y))
                row[range.first &- 1] = far
                var left = far
                var diagonal = i == 0 ? far : above[range.first &- 1]
                var j = range.first
                while j <= range.last {
                    let dx = places[2 &* j] - x
                    let dy = places[2 &* j &+ 1] - y
                    let distance = (dx * dx + dy * dy).squareRoot()
                    let up = i == 0 ? far : above[j]
                    if isFree(i, j) {
                        left = distance
                    } else {
                        let upward = up.replacing(with: diagonal, where: diagonal .< up)
                        left = upward.replacing(with: left, where: left .< upward) + distance
                    }
                    if j < range.sharedFirst || j > range.sharedLast { left.replace(with: far, where: range.isOutside(j)) }
                    row[j] = left
                    diagonal = up
                    j &+= 1
                }
                let next = i &+ 1 < rows.count ? rows[i &+ 1].last : range.last
                while j <= next {
                    row[j] = far
                    j &+= 1
                }
            }
        }
    }

    /// Whether a way may begin at a pair.
    @inline(__always)
    private func isFree(_ i: Int, _ j: Int) -> Bool {
        i == 0 ? j <= free.columns : j == 0 && i <= free.rows
    }

    /// The pairs of the best way of a lane, whose costs begin there.
    private func way(back costs: UnsafePointer<Float>, lane: Int) -> [Outline.Pair] {
        area.rows.withUnsafeBufferPointer { rows in
            [Outline.Pair](unsafeUninitializedCapacity: self.rows + columns) { pairs, count in
                var (i, j) = end(costs, lane)
                while true {
                    pairs.initializeElement(at: count, to: (i, j))
                    count &+= 1
                    if isFree(i, j) { return }
                    let cell = costs + Lanes.scalarCount &* area.place(i, rows[i].first, j)
                    let left = cell[-Lanes.scalarCount]
                    var (up, diagonal) = (Self.far, Self.far)
                    if i > 0 {
                        let above = costs + Lanes.scalarCount &* area.place(i &- 1, rows[i &- 1].first, j)
                        (up, diagonal) = (above[0], above[-Lanes.scalarCount])
                    }
                    let upward = up < diagonal ? up : diagonal
                    if left < upward {
                        guard j > 0 else { return }
                        j &-= 1
                    } else {
                        guard i > 0 else { return }
                        i &-= 1
                        if up < diagonal { continue }
                        guard j > 0 else { return }
                        j &-= 1
                    }
                }
            }
        }
    }

    /// Where the best way of a lane ends.
    private func end(_ costs: UnsafePointer<Float>, _ lane: Int) -> Outline.Pair {
        func cost(_ i: Int, _ j: Int) -> Float { costs[Lanes.scalarCount * area.place(i, area.rows[i].first, j)] }
        var end = (cost: Float.greatestFiniteMagnitude, pair: Outline.Pair(rows - 1, columns - 1))
        for i in max(rows - 1 - free.rows, 0)..<rows where area.rows[i].lasts[lane] == columns - 1 {
            let cost = cost(i, columns - 1)
            if cost < end.cost { end = (cost, (i, columns - 1)) }
        }
        let (first, last) = (Int(area.rows[rows - 1].firsts[lane]), Int(area.rows[rows - 1].lasts[lane]))
        for j in stride(from: max(columns - 1 - free.columns, first), through: last, by: 1) {
            let cost = cost(rows - 1, j)
            if cost < end.cost { end = (cost, (rows - 1, j)) }
        }
        return end.pair
    }
}
