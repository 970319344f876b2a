import ArgumentParser
import ParaphVerification

/// `paraph signature enrol`: makes a template of signatures that fit one another.
struct SignatureEnrolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol",
        abstract: "Make a template of signatures in files; exit with 1 where more are needed."
    )

    @Argument(help: "The files, one signature each.", completion: .file())
    var samples: [String]

    @Option(name: .shortAndLong, help: "Where to write the template.", completion: .file())
    var output: String?

    @Option(help: "How many fitting signatures make a template, 3 to 15.")
    var references = 10

    @Flag(help: "Print the answer as JSON.")
    var json = false

    private struct Answer: Encodable {
        struct Rejection: Encodable {
            var file: String
            var reason: String
        }

        var accepted: [String]
        var rejected: [Rejection]
        var required: Int
        var complexity: Double
        var warnings: [String]
    }

    func run() async throws {
        guard (3...15).contains(references) else { throw Refusal("--references is 3 to 15.") }
        let read = try samples.map { try SignatureFile.sample(at: $0) }
        let outcome = Verifier(policy: VerificationPolicy(referenceCount: references)).enrol(read)
        if let template = outcome.template, let output { try SignatureFile.write(template.encoded(), to: output) }
        let answer = Answer(
            accepted: outcome.accepted.map { samples[$0] },
            rejected: outcome.rejected.map { .init(file: samples[$0.index], reason: $0.reason.rawValue) },
            required: outcome.required,
            complexity: outcome.complexity,
            warnings: outcome.warnings.map(\.rawValue)
        )
        if json {
            try Terminal.say(json: answer)
        } else {
            for rejection in answer.rejected { Terminal.say("\(rejection.file): not accepted (\(rejection.reason))") }
            for warning in answer.warnings { Terminal.say("Warning: \(warning)") }
            Terminal.say(answer.required == 0 ? "\(answer.accepted.count) references." : "\(answer.required) more needed.")
        }
        if outcome.template == nil { throw ExitCode(1) }
    }
}
