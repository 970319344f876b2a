import ArgumentParser
import ParaphInk
import ParaphInkFormats

/// `paraph signature convert`: writes a signature in another format.
struct SignatureConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a signature in another format.",
        discussion: """
            Formats, and the names that files in them end in:
            \(InkFormat.allCases.map { "  \($0.rawValue)  .\($0.fileExtensions.joined(separator: ", ."))" }.joined(separator: "\n"))
            What a format cannot hold is lost; standard error says what. A name - stands for standard input or output.
            """
    )

    @Argument(help: "The file to read.", completion: .file())
    var input: String

    @Argument(help: "The file to write.", completion: .file())
    var output: String

    @Option(help: "The format to write; the output's name tells it where left out.")
    var to: String?

    @Option(help: "The format to read; found by itself where left out.")
    var from: String?

    @Option(help: "What positions are multiplied by first, so that formats of whole numbers keep fractions.")
    var scale = 1.0

    @Flag(help: "Say nothing of what is lost.")
    var quiet = false

    func run() async throws {
        let format = try to.map(InkFormat.named) ?? InkFormat.written(to: output)
        guard scale.isFinite, (1e-6...1e6).contains(scale) else { throw Refusal("--scale is 0.000001 to 1000000.") }
        let sample = try SignatureFile.sample(at: input, format: try from.map(InkFormat.named)).scaled(by: scale)
        do {
            let bytes = try format.encode(sample)
            let losses = quiet ? [] : ConversionLosses(from: sample, to: try format.decode(bytes)).sentences
            try SignatureFile.write(bytes, to: output)
            for loss in losses { Terminal.complain("\(format.rawValue): \(loss)") }
        } catch let error as FormatError {
            throw Refusal("\(input): \(error)")
        }
    }
}

extension InkFormat {
    /// The format that a file's name tells.
    fileprivate static func written(to name: String) throws -> InkFormat {
        guard let format = InkFormat(fileName: name) else {
            let known = allCases.map { ".\($0.fileExtensions[0])" }.joined(separator: ", ")
            throw Refusal("\(name) does not say its format; give --to, or a name that ends in \(known).")
        }
        return format
    }
}

extension Sample {
    /// The sample with its positions multiplied, and its unit with them.
    fileprivate func scaled(by factor: Double) -> Sample {
        guard factor != 1 else { return self }
        var sample = self
        for s in sample.strokes.indices {
            for p in sample.strokes[s].points.indices {
                sample.strokes[s].points[p].x *= factor
                sample.strokes[s].points[p].y *= factor
            }
        }
        sample.unitsPerMillimetre = unitsPerMillimetre.map { $0 * factor }
        return sample
    }
}
