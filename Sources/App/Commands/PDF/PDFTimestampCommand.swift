import ArgumentParser
import ParaphPAdES
import ParaphPDF
import ParaphTrust

/// `paraph pdf timestamp`: timestamps a PDF.
struct PDFTimestampCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timestamp",
        abstract: "Put a document timestamp on a PDF: a service says that it was so at a time. Renews level B-LTA."
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Argument(help: "Where to write it; may be the same file.", completion: .file())
    var output: String

    @Option(name: .customLong("timestamp-url"), help: "The address of a timestamp service (RFC 3161).")
    var timestampURL: String

    @Option(name: .customLong("document-password"), help: "The password of an encrypted PDF, the user's or the owner's.")
    var documentPassword: String?

    func validate() throws { try PDFServiceOptions.check(timestampURL: timestampURL) }

    func run() async throws {
        let opened = try PDFInput.file(at: file, password: documentPassword)
        if opened.isLocked { throw Refusal("\(file) is encrypted; give its password with --document-password.") }
        let authority = HTTPTimestampAuthority(url: timestampURL, transport: HTTPTransport(source: .operation))
        do {
            let stamped = try await DocumentTimestamper(authority).timestamp(opened)
            try PDFOutput.write(stamped, to: output)
            if output != "-" { Terminal.say(foreign: "\(output): timestamped in the field \(stamped.field)") }
        } catch let error as PAdESError {
            throw Refusal("\(file): \(error)\(PDFInput.advice(on: error.cause))")
        }
    }
}
