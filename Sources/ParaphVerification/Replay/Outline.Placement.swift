extension Outline {
    /// A move, turn, stretch and shear of the plane.
    struct Placement: Sendable, Hashable {
        private var rowX: Place
        private var rowY: Place
        private var from: Place
        private var to: Place

        /// Leaves everything where it is.
        static let none = Placement(rowX: Place(1, 0), rowY: Place(0, 1), from: Place(), to: Place())

        /// The weight of leaving a drawing as wide and upright as it is, by which one without width keeps its own.
        static let ridge: Float = 0.01

        init(rowX: Place, rowY: Place, from: Place, to: Place) {
            (self.rowX, self.rowY, self.from, self.to) = (rowX, rowY, from, to)
        }

        /// Brings the matched points of `b` nearest to those of `a`, by least squares.
        init(_ b: [Place], on a: [Place], _ pairs: [Pair]) {
            let total = Float(max(pairs.count, 1))
            var (centreA, centreB) = (Place(), Place())
            var (xx, xy, yy) = (Self.ridge * total, Float(0), Self.ridge * total)
            // p = M q, with a little weight on M = 1.
            var (toX, toY) = (Place(xx, 0), Place(0, yy))
            a.withUnsafeBufferPointer { a in
                b.withUnsafeBufferPointer { b in
                    let (a, b) = (a.baseAddress.unsafelyUnwrapped, b.baseAddress.unsafelyUnwrapped)
                    for pair in pairs {
                        centreA += a[pair.a]
                        centreB += b[pair.b]
                    }
                    centreA /= total
                    centreB /= total
                    for pair in pairs {
                        let p = a[pair.a] - centreA
                        let q = b[pair.b] - centreB
                        xx += q.x * q.x
                        xy += q.x * q.y
                        yy += q.y * q.y
                        toX += q * p.x
                        toY += q * p.y
                    }
                }
            }
            let determinant = xx * yy - xy * xy
            rowX = Place(toX.x * yy - toX.y * xy, toX.y * xx - toX.x * xy) / determinant
            rowY = Place(toY.x * yy - toY.y * xy, toY.y * xx - toY.x * xy) / determinant
            from = centreB
            to = centreA
        }

        /// Where a point comes to lie.
        func moves(_ point: Place) -> Place {
            let q = point - from
            return Place((rowX * q).sum(), (rowY * q).sum()) + to
        }
    }
}
