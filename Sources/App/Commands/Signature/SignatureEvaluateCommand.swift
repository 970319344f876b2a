import ArgumentParser
import Foundation
import ParaphInk
import ParaphVerification

/// `paraph signature evaluate`: measures the verifier on signatures whose origin is known.
struct SignatureEvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure error rates on a folder of SVC2004 files.",
        discussion: """
            The files are called U{user}S{sample}.TXT and have four or seven columns. Samples 1 to --genuine are the person's own, the
            first half of them session 1; the others are skilled forgeries. Words and rates are those of ISO/IEC 19795-1.
            A file that cannot be read is left out and named at the end (with --json in "unreadable"); the exit status is 0 then, and 2
            where too little is left to measure.
            """
    )

    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    @Option(help: "How many references a template has, 2 to 15.")
    var references = 5

    @Option(
        name: .customLong("protocol"),
        help: "random: references from all own samples; sessions: from the first half, tests from the second."
    )
    var scheme = Scheme.random

    @Option(help: "How often references are drawn.")
    var draws = 10

    @Option(help: "Where the drawing of references starts.")
    var seed: UInt64 = 1

    @Option(help: "How many samples of each person are genuine.")
    var genuine = 20

    @Flag(help: "Leave pressure out.")
    var noPressure = false

    @Flag(help: "Leave times out.")
    var noTime = false

    @Option(help: "How many threads work.")
    var threads = 1

    @Flag(help: "Print the figures as JSON.")
    var json = false

    @Option(help: "Where to write the detection error trade-off, as SVG.", completion: .file())
    var det: String?

    /// ``Evaluation/Scheme`` as the command line names it.
    enum Scheme: String, CaseIterable, ExpressibleByArgument {
        case random, sessions
    }

    func validate() throws {
        guard (2...15).contains(references) else { throw ValidationError("--references is 2 to 15.") }
        guard (1...1_000).contains(draws) else { throw ValidationError("--draws is 1 to 1000.") }
        guard genuine > references else { throw ValidationError("--genuine must be more than --references.") }
        guard scheme == .random || genuine / 2 >= references else {
            throw ValidationError("With --protocol sessions half of --genuine must be at least --references.")
        }
        guard (1...64).contains(threads) else { throw ValidationError("--threads is 1 to 64.") }
    }

    func run() async throws {
        var options = Evaluation.Options()
        options.references = references
        options.scheme = scheme == .sessions ? .sessions : .random
        options.draws = draws
        options.seed = seed
        options.usesPressure = !noPressure
        options.usesTime = !noTime
        options.threads = threads
        let collection = try SignatureCollection(folder: folder, genuine: genuine)
        let (people, unreadable) = (collection.people, collection.unreadable)
        let enough = scheme == .sessions ? 2 * references : references + 1
        guard people.contains(where: { $0.genuine.count >= enough }) else {
            let left = unreadable.isEmpty ? "" : " \(unreadable.count) files could not be read, the first: \(unreadable[0].error)."
            throw Refusal(
                "No user in \(folder) has \(enough) genuine samples, which \(references) references need; lower --references.\(left)"
            )
        }
        let report = await Evaluation(people: people, options: options).run()
        if let det { try SignatureFile.write(Array(DETDrawing(report).svg.utf8), to: det) }
        if json {
            try Terminal.say(json: EvaluationAnswer(report, options, unreadable))
        } else {
            for line in EvaluationAnswer(report, options, unreadable).lines { Terminal.say(line) }
            for file in unreadable { Terminal.say(foreign: "left out: \(file.error)") }
        }
    }
}
