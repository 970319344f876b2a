import ArgumentParser
import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphTrust
import X509

/// `paraph pdf verify`: judges the signatures of a file.
struct PDFVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Judge the signatures of a PDF: is it as it was signed, by whom, can they be trusted, and what changed since.",
        discussion: """
            Nothing is fetched unless --online is given: who made the file chose the addresses in it.
            Exits with 0 where all is valid, 1 where it is not or nobody signed, 2 where the file cannot be read or could not be checked in time.
            """
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Option(help: "Certificates that you trust, in PEM; give it several times for several files.", completion: .file())
    var trust: [String] = []

    @Flag(help: "Fetch nothing. This is so anyway where --online is not given, and stronger than it where both are.")
    var offline = false

    @Flag(help: "Ask the addresses that certificates name for revocation and issuers; public ones only, within limits of time and size.")
    var online = false

    @Flag(
        name: .customLong("allow-private-addresses"),
        help: "With --online: ask these addresses also where they are in a private network or on this machine."
    )
    var allowsPrivateAddresses = false

    @Option(help: "The password of an encrypted file, the user's or the owner's.")
    var password: String?

    @Option(help: "A folder for pictures of the pages that changed, with the changes outlined.", completion: .directory)
    var pictures: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func run() async throws {
        var anchors: [Certificate] = []
        for path in trust {
            guard let data = FileManager.default.contents(atPath: path) else { throw Refusal("\(path) cannot be read.") }
            do {
                let read = try [Certificate](pem: String(decoding: data, as: UTF8.self))
                if read.isEmpty { throw Refusal("There is no certificate in \(path).") }
                anchors += read
            } catch let error as TrustError {
                throw Refusal("\(path): \(error)")
            }
        }
        let opened = try PDFInput.file(at: file, password: password)
        let transport = online && !offline ? HTTPTransport(source: .certificates(allowsPrivate: allowsPrivateAddresses)) : nil
        let report: ValidationReport
        do {
            report = try await DocumentValidator(anchors: anchors, transport: transport, fonts: PDFFonts.known()).validate(opened)
        } catch {
            throw Refusal("\(file): \(error)")
        }
        if json {
            try Terminal.say(json: report)
        } else {
            for line in report.lines { Terminal.say(foreign: line) }
        }
        if let pictures { try ChangePictures(report, of: opened, file: file, password: password).write(to: pictures) }
        // What is known to be wrong is an answer, whatever else was not checked.
        if report.verdict == .indeterminate, let unchecked = report.signatures.first(where: { $0.changes.isUnknown }) {
            throw Refusal("\(file): what was changed after \(unchecked.field) could not be checked in time.")
        }
        if report.verdict != .valid { throw ExitCode(1) }
    }
}
