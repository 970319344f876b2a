import ArgumentParser
import Foundation
import ParaphPDF

/// `paraph pdf clean`: writes a damaged file anew.
struct PDFCleanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean",
        abstract: "Write a damaged PDF anew, so that every program shows the same. Look at it before you sign it.",
        discussion: """
            What is written is what the document needs, as Paraph reads it: each object once, and nothing else. Programs that read the damaged file otherwise \
            showed something else. Refused for a file that is signed, whose signatures would not hold, and for an encrypted one.
            """
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Argument(help: "Where to write the clean copy; nothing may be there yet. - for standard output.", completion: .file())
    var output: String

    func run() async throws {
        if output != "-", FileManager.default.fileExists(atPath: output) {
            throw Refusal("\(output) is there already; name a file that is not.")
        }
        let opened = try PDFInput.file(at: file, password: nil)
        let bytes: [UInt8]
        do throws(PDFError) {
            bytes = try CleanCopy.bytes(of: opened)
        } catch {
            throw Refusal("\(file) is not written anew. \(error)")
        }
        try SignatureFile.write(bytes, to: output)
        if output != "-" { Terminal.say(foreign: "\(output): written anew; look at it before you sign it") }
    }
}
