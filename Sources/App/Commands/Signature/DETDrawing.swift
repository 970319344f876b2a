import Foundation
import ParaphVerification

/// A detection error trade-off curve: both error rates on the scale of the normal distribution's quantiles.
///
/// Source: ISO/IEC 19795-1; A. Martin et al., "The DET curve in assessment of detection task performance", 1997.
struct DETDrawing {
    private let report: EvaluationReport

    private static let marks = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4]
    private static let side = 500.0
    private static let inset = 60.0

    init(_ report: EvaluationReport) {
        self.report = report
    }

    /// An SVG document.
    var svg: String {
        let all = Self.side + 2 * Self.inset
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(all) \(all)\" font-family=\"sans-serif\" font-size=\"12\">"
        text += "<title>Detection error trade-off</title><rect width=\"\(all)\" height=\"\(all)\" fill=\"#fff\"/>"
        for mark in Self.marks {
            let (x, y) = (Self.x(mark), Self.y(mark))
            let (low, high) = (Self.inset, Self.inset + Self.side)
            text += "<path d=\"M\(x),\(low)V\(high)M\(low),\(y)H\(high)\" stroke=\"#ddd\"/>"
            text += "<text x=\"\(x)\" y=\"\(high + 18)\" text-anchor=\"middle\">\(Self.label(mark))</text>"
            text += "<text x=\"\(low - 6)\" y=\"\(y + 4)\" text-anchor=\"end\">\(Self.label(mark))</text>"
        }
        let middle = Self.inset + Self.side / 2
        text += "<text x=\"\(middle)\" y=\"\(all - 12)\" text-anchor=\"middle\">False match rate, %</text>"
        text += "<text transform=\"translate(16 \(middle)) rotate(-90)\" text-anchor=\"middle\">False non-match rate, %</text>"
        for (curve, colour, name, row) in [
            (report.skilledCurve, "#A8321F", "skilled forgeries", 0.0), (report.randomCurve, "#1F3FA8", "zero-effort impostors", 1.0),
        ] {
            let points = thinned(curve).map { "\(Self.x($0.falseMatchRate)),\(Self.y($0.falseNonMatchRate))" }
            text += "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
            text +=
                "<text x=\"\(Self.inset + Self.side - 8)\" y=\"\(Self.inset + 18 + 18 * row)\" text-anchor=\"end\" fill=\"\(colour)\">\(name)</text>"
        }
        return text + "</svg>\n"
    }

    /// At most some two thousand points, all of which matter in such a picture.
    private func thinned(_ curve: [ErrorRates.Point]) -> [ErrorRates.Point] {
        let step = max(curve.count / 2_000, 1)
        return curve.indices.filter { $0.isMultiple(of: step) }.map { curve[$0] }
    }

    private static func label(_ rate: Double) -> String {
        let percent = rate * 100
        return percent >= 1 ? "\(Int(percent.rounded()))" : "\((percent * 10).rounded() / 10)"
    }

    private static func x(_ rate: Double) -> Double { inset + place(rate) * side }
    private static func y(_ rate: Double) -> Double { inset + (1 - place(rate)) * side }

    /// Where a rate lies between 0.05 % and 50 %, on the normal scale.
    private static func place(_ rate: Double) -> Double {
        let (low, high) = (deviate(0.000_5), deviate(0.5))
        let share = (deviate(min(max(rate, 0.000_5), 0.5)) - low) / (high - low)
        return (share * 10_000).rounded() / 10_000
    }

    /// The normal deviate of a probability up to a half, with an error below 0.00045.
    ///
    /// Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.2.23.
    private static func deviate(_ probability: Double) -> Double {
        let t = (-2 * log(min(max(probability, 1e-12), 0.5))).squareRoot()
        return -(t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t))
    }
}
