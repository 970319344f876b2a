import ArgumentParser
import ParaphInk
import ParaphVerification

/// `paraph signature compare`: lays two signatures side by side.
struct SignatureCompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two signatures in files and draw how their points belong together."
    )

    @Argument(help: "The first file.", completion: .file())
    var first: String

    @Argument(help: "The second file.", completion: .file())
    var second: String

    @Option(name: .shortAndLong, help: "Where to write the drawing, as SVG.", completion: .file())
    var output: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    private struct Answer: Encodable {
        var similarity: Double
        var copy: Bool
        var reasons: [String: Double]
    }

    func run() async throws {
        let samples = (try SignatureFile.sample(at: first), try SignatureFile.sample(at: second))
        guard let comparison = PairComparison(samples.0, samples.1) else { throw Refusal("One of the files holds no valid signature.") }
        if let output { try SignatureFile.write(Array(AlignmentDrawing(comparison).svg.utf8), to: output) }
        if json {
            let reasons = comparison.reasons.map { ($0.aspect.rawValue, $0.agreement) }
            let answer = Answer(
                similarity: comparison.similarity,
                copy: comparison.isCopy,
                reasons: Dictionary(reasons) { first, _ in first }
            )
            try Terminal.say(json: answer)
        } else {
            Terminal.say("Similarity \(comparison.similarity.percent)\(comparison.isCopy ? ", one is a copy of the other" : "")")
            for reason in comparison.reasons { Terminal.say("  \(reason.aspect.rawValue): \(reason.agreement.percent)") }
        }
    }
}

/// Two signatures, one above the other, with lines between the points that belong together.
struct AlignmentDrawing {
    private let comparison: PairComparison

    init(_ comparison: PairComparison) {
        self.comparison = comparison
    }

    /// An SVG document 800 units wide.
    var svg: String {
        let upper = placed(comparison.matches.map(\.first), top: 20)
        let lower = placed(comparison.matches.map(\.second), top: 340)
        var text = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 640" fill="none" stroke-linejoin="round">"#
        text += "<g stroke=\"#999\" stroke-width=\"0.5\">"
        for (a, b) in zip(upper, lower) { text += "<path d=\"M\(a)L\(b)\"/>" }
        text += "</g>"
        for (points, colour) in [(upper, "#1F3FA8"), (lower, "#A8321F")] {
            text += "<polyline stroke=\"\(colour)\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
        }
        return text + "</svg>\n"
    }

    /// Places fitted into a frame 760 × 280, as text.
    private func placed(_ places: [PairComparison.Place], top: Double) -> [String] {
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let high = ys.min(), let low = ys.max() else { return [] }
        let scale = min(760 / max(right - left, 1e-9), 280 / max(low - high, 1e-9))
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        return places.map { "\(rounded(20 + ($0.x - left) * scale)),\(rounded(top + ($0.y - high) * scale))" }
    }
}
