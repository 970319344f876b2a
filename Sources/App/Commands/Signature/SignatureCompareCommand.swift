import ArgumentParser
import Foundation
import ParaphInk
import ParaphVerification

/// `paraph signature compare`: lays two signatures side by side.
struct SignatureCompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two signatures in files and draw how their points belong together.",
        discussion: "One signature does not tell how constant a hand is, so the similarity is a rough guide; enrol and verify know better."
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
        /// How well each aspect agrees, 0 … 1.
        var reasons: [String: Double]
        /// How far the movements lie apart, by what is usual within a person.
        var differences: [String: Double]
    }

    func run() async throws {
        let samples = (try SignatureFile.sample(at: first), try SignatureFile.sample(at: second))
        guard let comparison = PairComparison(samples.0, samples.1) else { throw Refusal("One of the files holds no valid signature.") }
        if let output {
            let names = (URL(filePath: first).lastPathComponent, URL(filePath: second).lastPathComponent)
            try SignatureFile.write(Array(AlignmentDrawing(comparison, samples.0, samples.1, names: names).svg.utf8), to: output)
        }
        let reasons = comparison.reasons.map { ($0.aspect.rawValue, $0.agreement) }
        let differences = comparison.differences.map { ($0.aspect.rawValue, $0.ratio) }
        guard !json else {
            return try Terminal.say(
                json: Answer(
                    similarity: comparison.similarity,
                    copy: comparison.isCopy,
                    reasons: Dictionary(reasons) { first, _ in first },
                    differences: Dictionary(differences) { first, _ in first }
                )
            )
        }
        guard output != "-" else { return }
        Terminal.say("Similarity \(comparison.similarity.percent)\(comparison.isCopy ? ", one is a copy of the other" : "")")
        for (aspect, agreement) in reasons {
            let ratio = differences.first { $0.0 == aspect }.map { ", ×\(($0.1 * 100).rounded() / 100) the usual difference" } ?? ""
            Terminal.say("  \(aspect): \(agreement.percent)\(ratio)")
        }
    }
}
