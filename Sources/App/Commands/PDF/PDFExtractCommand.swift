import ArgumentParser
import ParaphPDF

/// `paraph pdf extract`: takes an earlier revision out of a file.
struct PDFExtractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write a revision of a PDF as it was, byte for byte."
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Option(help: "The number of the revision, from 1 for the oldest; `paraph pdf inspect` lists them.")
    var revision: Int

    @Argument(help: "Where to write it.", completion: .file())
    var output: String

    func run() async throws {
        let opened = try PDFInput.file(at: file, password: nil)
        let revisions = try PDFInput.explaining(file) { () throws(PDFError) in try opened.revisions() }
        guard let wanted = revisions.first(where: { $0.number == revision }) else {
            throw Refusal("\(file) has no revision \(revision); it has \(revisions.count), numbered from 1.")
        }
        // The later revisions, and the signatures in them, are nowhere else.
        guard !SignatureFile.isSame(file, output) else {
            throw Refusal("\(output) is the file itself, whose later revisions would be lost; write the revision to another one.")
        }
        try SignatureFile.write(opened.bytes(of: wanted).array, to: output)
    }
}
