import ArgumentParser
import ParaphInkFormats

/// `paraph signature convert`: writes a signature in another format.
struct SignatureConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a signature in another format.",
        discussion: "Formats: \(InkFormat.allCases.map(\.rawValue).joined(separator: ", ")). What a format cannot hold is lost."
    )

    @Argument(help: "The file to read.", completion: .file())
    var input: String

    @Argument(help: "The file to write.", completion: .file())
    var output: String

    @Option(help: "The format to write.")
    var to: String

    @Option(help: "The format to read; found by itself where left out.")
    var from: String?

    func run() async throws {
        let format = try InkFormat.named(to)
        let sample = try SignatureFile.sample(at: input, format: try from.map(InkFormat.named))
        do {
            try SignatureFile.write(try format.encode(sample), to: output)
        } catch let error as FormatError {
            throw Refusal("\(input): \(error)")
        }
    }
}
