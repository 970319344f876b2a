import ArgumentParser
import ParaphVerification

/// `paraph signature verify`: compares a signature with a template.
struct SignatureVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare a signature in a file with a template; exit with 1 where it does not match."
    )

    @Argument(help: "The file with the questioned signature.", completion: .file())
    var sample: String

    @Option(name: .shortAndLong, help: "The template that enrol wrote.", completion: .file())
    var template: String

    @Option(help: "The similarity from which on it matches, 0 to 1.")
    var threshold = VerificationPolicy.Strictness.balanced.threshold

    @Option(help: "A signature given earlier, of which this must not be a copy; may be repeated.", completion: .file())
    var earlier: [String] = []

    @Flag(help: "Print the answer as JSON.")
    var json = false

    private struct Answer: Encodable {
        var similarity: Double
        var match: Bool
        var refusal: String?
        var reasons: [String: Double]
        var quality: Double
    }

    func run() async throws {
        guard (0...1).contains(threshold) else { throw Refusal("--threshold is 0 to 1.") }
        let known = try readTemplate()
        let traces = try earlier.map { ReplayTrace(of: try SignatureFile.sample(at: $0)) }
        let questioned = try SignatureFile.sample(at: sample)
        let verdict = Verifier(policy: VerificationPolicy(threshold: threshold)).verify(questioned, against: known, earlier: traces)
        if json {
            let reasons = verdict.reasons.map { ($0.aspect.rawValue, $0.agreement) }
            try Terminal.say(
                json: Answer(
                    similarity: verdict.similarity,
                    match: verdict.isMatch,
                    refusal: verdict.refusal?.rawValue,
                    reasons: Dictionary(reasons) { first, _ in first },
                    quality: verdict.quality
                )
            )
        } else {
            Terminal.say("\(verdict.isMatch ? "Match" : "No match"), similarity \(verdict.similarity.percent)")
            if let refusal = verdict.refusal { Terminal.say("Refused: \(refusal.rawValue)") }
            for reason in verdict.reasons { Terminal.say("  \(reason.aspect.rawValue): \(reason.agreement.percent)") }
        }
        if !verdict.isMatch { throw ExitCode(1) }
    }

    private func readTemplate() throws -> Template {
        do {
            return try Template(decoding: try SignatureFile.bytes(at: template))
        } catch let error as VerificationError {
            throw Refusal("\(template) is no template: \(error.message).")
        }
    }
}

extension Double {
    /// A share 0 … 1 as per cent with two decimals.
    var percent: String {
        let hundredths = Int((Swift.min(Swift.max(self, 0), 1) * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
