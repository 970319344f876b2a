/// A signature as it looks: the middle of its lines and their width at even distances.
///
/// How fast and how hard the pen moved is not in it: the knots lie evenly along each line, wherever the device measured. The width, which is
/// seen on paper too, is all that is left of the movement. Good for showing, and no sample that could be compared.
public struct InkDrawing: Hashable, Sendable {
    /// The lines in the order in which they were drawn; each has at least one knot, and one of a single knot is a dot.
    public let lines: [[Knot]]

    /// A place on a line, on a grid whose y grows downwards.
    public struct Knot: Hashable, Sendable {
        /// The place on the grid, each 0 ..< ``InkDrawing/grid``.
        public let x, y: Int
        /// Half the line's width, in units of two steps of the grid: 1 … 127.
        public let radius: Int
    }

    /// How large a drawing from outside may be; every drawing that is made of a sample keeps to it.
    public struct Limits: Hashable, Sendable {
        /// The most lines.
        public var lines: Int
        /// The most knots in all lines.
        public var knots: Int

        /// Makes limits; with those that are left out, a drawing takes 14 KB at most, and a usual one 2 KB.
        public init(lines: Int = 500, knots: Int = 2500) {
            (self.lines, self.knots) = (lines, knots)
        }
    }

    /// How many steps the grid has each way; the drawing's longer side takes all of them.
    public static let grid = 4096
    /// The largest radius.
    static let largestRadius = 127
    /// The steps of the grid in a unit of the radius.
    static let radiusStep = 2.0

    /// The number of knots in all lines.
    public var knotCount: Int { lines.reduce(0) { $0 + $1.count } }

    init(lines: [[Knot]]) {
        self.lines = lines
    }
}
