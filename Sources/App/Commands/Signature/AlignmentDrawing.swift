import ParaphInk
import ParaphVerification

/// Two signatures, one above the other, with lines between the points that belong together, coloured by how far the movements differ there.
struct AlignmentDrawing {
    private let comparison: PairComparison
    private let samples: (first: Sample, second: Sample)
    private let names: (first: String, second: String)

    /// The frames of the drawing, in units of the picture.
    private enum Layout {
        static let width = 800.0
        static let height = 700.0
        static let room = InkRect(width: 760, height: 280)
        static let left = 20.0
        static let upper = 30.0
        static let lower = 350.0
        static let legend = 660.0
    }

    /// From movements that agree to movements that differ much more than usual; told apart without seeing red or green.
    private static let colours = [(0x4C, 0x9F, 0xD8), (0xB8, 0xB8, 0xB0), (0xF0, 0x9A, 0x2A), (0xB8, 0x16, 0x3A)]
    private static let strongest = 4.0
    /// More lines than this cannot be told apart; then every second, third… match is drawn.
    private static let lines = 320

    init(_ comparison: PairComparison, _ first: Sample, _ second: Sample, names: (first: String, second: String)) {
        self.comparison = comparison
        samples = (first, second)
        self.names = names
    }

    /// An SVG document 800 units wide.
    var svg: String {
        let upper = Frame(samples.first, top: Layout.upper)
        let lower = Frame(samples.second, top: Layout.lower)
        var text = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 700" role="img" font-family="sans-serif" font-size="13">"#
        text += "<title>How \(Self.escaped(names.second)) follows \(Self.escaped(names.first))</title>"
        text += #"<rect width="800" height="700" fill="white"/><g fill="none" stroke-width="0.8" stroke-opacity="0.75">"#
        let stride = max(1, (comparison.matches.count + Self.lines - 1) / Self.lines)
        for (index, match) in comparison.matches.enumerated() where index.isMultiple(of: stride) {
            text += #"<path stroke="\#(Self.colour(match.cost))" d="M\#(upper.place(match.first))L\#(lower.place(match.second))"/>"#
        }
        text += "</g>"
        text += upper.signature + lower.signature
        text += #"<text x="20" y="18" fill="rgb(51,51,51)">\#(Self.escaped(names.first))</text>"#
        text += #"<text x="20" y="\#(Int(Layout.lower) + 296)" fill="rgb(51,51,51)">\#(Self.escaped(names.second))</text>"#
        return text + legend + "</svg>\n"
    }

    /// The colours' meaning, and how far the signatures differ by aspect.
    private var legend: String {
        var text = ""
        let steps = 24
        for step in 0..<steps {
            let cost = Self.strongest * (Double(step) + 0.5) / Double(steps)
            text += #"<rect x="\#(136 + step * 8)" y="662" width="8" height="12" fill="\#(Self.colour(cost))"/>"#
        }
        text += #"<g fill="rgb(51,51,51)"><text x="20" y="673">movements agree</text><text x="336" y="673">differ</text>"#
        let aspects = comparison.differences.map { "\($0.aspect.rawValue) ×\(Self.rounded($0.ratio))" }.joined(separator: ", ")
        text += #"<text x="440" y="673">Similarity \#(comparison.similarity.percent)</text>"#
        return text + #"<text x="20" y="693">Differences by what is usual within a person: \#(aspects)</text></g>"#
    }

    /// A signature fitted into its frame.
    private struct Frame {
        private let sample: Sample
        private let transform: InkTransform
        private let start: SIMD2<Double>

        init(_ sample: Sample, top: Double) {
            self.sample = sample
            let points = sample.strokes.lazy.flatMap(\.points)
            start = points.first.map { SIMD2($0.x, $0.y) } ?? .zero
            var (low, high) = (start, start)
            for point in points {
                low = pointwiseMin(low, SIMD2(point.x, point.y))
                high = pointwiseMax(high, SIMD2(point.x, point.y))
            }
            let extent = high - low
            let scale = min(Layout.room.width / max(extent.x, 1e-9), Layout.room.height / max(extent.y, 1e-9))
            let middle = SIMD2(Layout.left + Layout.room.width / 2, top + Layout.room.height / 2)
            transform = InkTransform(x: SIMD2(scale, 0), y: SIMD2(0, scale), origin: middle - (low + extent / 2) * scale)
        }

        /// A place of the comparison, which counts from the first point.
        func place(_ place: PairComparison.Place) -> String {
            text(start + SIMD2(place.x, place.y))
        }

        /// The strokes as lines.
        var signature: String {
            var text = ##"<g fill="none" stroke="#1B2430" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">"##
            for stroke in sample.strokes {
                let places = stroke.points.map { self.text(SIMD2($0.x, $0.y)) }
                text += #"<polyline points="\#(places.joined(separator: " "))"/>"#
            }
            return text + "</g>"
        }

        private func text(_ point: SIMD2<Double>) -> String {
            let place = transform.origin + transform.x * point.x + transform.y * point.y
            return "\(AlignmentDrawing.rounded(place.x)),\(AlignmentDrawing.rounded(place.y))"
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func colour(_ cost: Double) -> String {
        let share = min(max(cost / strongest, 0), 1) * Double(colours.count - 1)
        let lower = min(Int(share), colours.count - 2)
        let rest = share - Double(lower)
        func mixed(_ part: KeyPath<(Int, Int, Int), Int>) -> UInt8 {
            let (a, b) = (Double(colours[lower][keyPath: part]), Double(colours[lower + 1][keyPath: part]))
            return UInt8(min(max((a + (b - a) * rest).rounded(), 0), 255))
        }
        return Pen.Ink(red: mixed(\.0), green: mixed(\.1), blue: mixed(\.2)).hexadecimal
    }

    /// A file's name as XML content; characters that XML forbids are left out.
    private static func escaped(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 0xFFFE && $0.value != 0xFFFF })
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
