/// Up to eight outlines side by side, one to a lane, so that one pass finds a first place for each.
struct OutlineBlock: Sendable {
    typealias Lanes = SIMD8<Float>

    /// Places of eight outlines.
    struct Places: Sendable {
        var x: Lanes
        var y: Lanes

        init() { (x, y) = (Lanes(), Lanes()) }

        mutating func replace(with other: Places, where mask: SIMDMask<SIMD8<Int32>>) {
            x.replace(with: other.x, where: mask)
            y.replace(with: other.y, where: mask)
        }
    }

    /// The most outlines of a block.
    static let capacity = Lanes.scalarCount

    /// The outlines; each is ``Outline/isLong``.
    let outlines: [Outline]
    /// Their sketches, place after place.
    private let sketches: [[Places]]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
        sketches = Outline.sketchKinds.map { kind in
            var places = [Places](repeating: Places(), count: Outline.sketched)
            for (lane, outline) in outlines.enumerated() {
                for (index, place) in outline.sketches[kind].enumerated() {
                    places[index].x[lane] = place.x
                    places[index].y[lane] = place.y
                }
            }
            return places
        }
    }

    /// How each outline is to be moved at first: the same as ``Outline/firstPlacement(of:)``.
    func firstPlacements(on outline: Outline) -> [Outline.Placement] {
        var best = (distance: Lanes(repeating: .greatestFiniteMagnitude), placement: LanePlacement.none)
        for (a, b) in zip(outline.sketches, sketches) {
            a.withUnsafeBufferPointer { a in
                b.withUnsafeBufferPointer { b in
                    let (a, b) = (a.baseAddress.unsafelyUnwrapped, b.baseAddress.unsafelyUnwrapped)
                    func consider(_ placement: LanePlacement, _ partners: UnsafePointer<Int>, handicap: Float) {
                        var distance = Lanes()
                        for index in 0..<Outline.sketched {
                            let (x, y) = placement.moves(b[partners[index]])
                            let (dx, dy) = (a[index].x - x, a[index].y - y)
                            distance += handicap * (dx * dx + dy * dy).squareRoot()
                        }
                        let isNearer = distance .< best.distance
                        best.distance.replace(with: distance, where: isNearer)
                        best.placement.replace(with: placement, where: isNearer)
                    }
                    for (number, partners) in Outline.sketchPartners.enumerated() {
                        partners.withUnsafeBufferPointer { partners in
                            let partners = partners.baseAddress.unsafelyUnwrapped
                            // What was not moved needs no fit, which brings any two drawings nearer.
                            if number == 0 { consider(.none, partners, handicap: 0.5) }
                            consider(LanePlacement(b, partners, on: a), partners, handicap: 1)
                        }
                    }
                }
            }
        }
        return outlines.indices.map { best.placement[$0] }
    }
}

/// A move, turn, stretch and shear of the plane for each lane; as ``Outline/Placement``, step by step.
private struct LanePlacement {
    private typealias Lanes = OutlineBlock.Lanes
    private typealias Places = OutlineBlock.Places

    private var rowX = Places()
    private var rowY = Places()
    private var from = Places()
    private var to = Places()

    /// Leaves everything where it is.
    static let none = {
        var placement = LanePlacement()
        placement.rowX.x = Lanes(repeating: 1)
        placement.rowY.y = Lanes(repeating: 1)
        return placement
    }()

    private init() {}

    /// Brings the partners of a sketch's places nearest to them, by least squares.
    init(_ b: UnsafePointer<OutlineBlock.Places>, _ partners: UnsafePointer<Int>, on a: UnsafePointer<Outline.Place>) {
        let total = Float(Outline.sketched)
        var centre = Outline.Place()
        for index in 0..<Outline.sketched {
            centre += a[index]
            from.x += b[partners[index]].x
            from.y += b[partners[index]].y
        }
        centre /= total
        from.x /= total
        from.y /= total
        to.x = Lanes(repeating: centre.x)
        to.y = Lanes(repeating: centre.y)
        let ridge = Outline.Placement.ridge * total
        var (xx, xy, yy) = (Lanes(repeating: ridge), Lanes(), Lanes(repeating: ridge))
        var (toX, toY) = (Places(), Places())
        toX.x = xx
        toY.y = yy
        for index in 0..<Outline.sketched {
            let p = a[index] - centre
            let (x, y) = (b[partners[index]].x - from.x, b[partners[index]].y - from.y)
            xx += x * x
            xy += x * y
            yy += y * y
            toX.x += x * p.x
            toX.y += y * p.x
            toY.x += x * p.y
            toY.y += y * p.y
        }
        let determinant = xx * yy - xy * xy
        rowX.x = (toX.x * yy - toX.y * xy) / determinant
        rowX.y = (toX.y * xx - toX.x * xy) / determinant
        rowY.x = (toY.x * yy - toY.y * xy) / determinant
        rowY.y = (toY.y * xx - toY.x * xy) / determinant
    }

    /// Where places come to lie.
    @inline(__always)
    func moves(_ places: OutlineBlock.Places) -> (x: SIMD8<Float>, y: SIMD8<Float>) {
        let (x, y) = (places.x - from.x, places.y - from.y)
        return (rowX.x * x + rowX.y * y + to.x, rowY.x * x + rowY.y * y + to.y)
    }

    mutating func replace(with other: LanePlacement, where mask: SIMDMask<SIMD8<Int32>>) {
        rowX.replace(with: other.rowX, where: mask)
        rowY.replace(with: other.rowY, where: mask)
        from.replace(with: other.from, where: mask)
        to.replace(with: other.to, where: mask)
    }

    /// The placement of one lane.
    subscript(lane: Int) -> Outline.Placement {
        func place(_ places: Places) -> Outline.Place { Outline.Place(places.x[lane], places.y[lane]) }
        return Outline.Placement(rowX: place(rowX), rowY: place(rowY), from: place(from), to: place(to))
    }
}
