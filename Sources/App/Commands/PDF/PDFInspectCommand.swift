import ArgumentParser
import ParaphPDF

/// `paraph pdf inspect`: says what is in a file.
struct PDFInspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Say what is in a PDF: version, pages, encryption, revisions, fields and signatures. Judges no signature."
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Option(help: "The password of an encrypted file, the user's or the owner's.")
    var password: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func run() async throws {
        let opened = try PDFInput.file(at: file, password: password)
        let inspection = try PDFInput.explaining(file) { () throws(PDFError) in try PDFInspection(opened) }
        if json {
            try Terminal.say(json: inspection)
            return
        }
        let pages = inspection.pages.map { "\($0) pages" } ?? "pages unknown"
        Terminal.say(foreign: "PDF \(inspection.version), \(pages), \(inspection.bytes) bytes")
        if let encryption = inspection.encryption {
            let state = encryption.open ? "opened" : "locked: give its password with --password"
            Terminal.say("Encrypted with \(encryption.method), \(encryption.keyBits) bits; \(state)")
        }
        if inspection.repaired { Terminal.say("Damaged: objects were looked for in all of the file") }
        if inspection.trailingBytes > 0 { Terminal.say("\(inspection.trailingBytes) bytes lie behind its end") }
        for remark in inspection.remarks.compactMap(PDFRemark.init(rawValue:)) { Terminal.say("\(remark.text)") }
        for revision in inspection.revisions {
            let signatures = revision.signatures.isEmpty ? "" : ", signed: \(revision.signatures.joined(separator: ", "))"
            Terminal.say(foreign: "Revision \(revision.number): \(revision.length) bytes\(signatures)")
        }
        for field in inspection.fields {
            Terminal.say(foreign: "Field \(field.name) (\(field.type))\(field.value.map { ": \($0)" } ?? "")")
        }
        for signature in inspection.signatures {
            Terminal.say(
                foreign:
                    "Signature in \(signature.field.isEmpty ? "no form" : signature.field) (\(signature.type)) covers: \(signature.coverage)"
            )
        }
    }
}
