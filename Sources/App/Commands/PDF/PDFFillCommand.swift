import ArgumentParser
import Foundation
import ParaphPDF

/// `paraph pdf fill`: fills the form of a file.
struct PDFFillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill the fields of a PDF's form, all or none. What was there stays as it was, and signatures stay valid.",
        discussion: """
            The values are a JSON object of field names, as `paraph pdf inspect` lists them: a text, true or false for a check box, \
            the name or the export value of a state for radio buttons, an option or a list of options for a choice, null to empty a field.
            """
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Argument(help: "Where to write the filled one.", completion: .file())
    var output: String

    @Option(help: "A JSON file with the values; - for standard input.", completion: .file())
    var values: String

    @Option(help: "A TrueType font for what the form's fonts have not, may be repeated; without it, one of the system's is used.")
    var font: [String] = []

    @Flag(help: "Draw the fields onto the pages, so that nobody fills them again. Refused for a file that is signed.")
    var flatten = false

    @Option(help: "The password of an encrypted file, the user's or the owner's.")
    var password: String?

    private static let longestValues = 16 << 20
    private static let mostRefusals = 20

    func run() async throws {
        let wanted = try readValues()
        let opened = try PDFInput.file(at: file, password: password)
        let fonts = try PDFFonts.fonts(at: font)
        let (count, calculates, appended) = try PDFInput.explaining(file) { () throws(PDFError) in try fill(opened, wanted, fonts) }
        if let refusals = count.refusals { throw Refusal(refusals) }
        var bytes = opened.bytes.array
        bytes += appended
        try SignatureFile.write(bytes, to: output)
        guard output != "-" else { return }
        Terminal.say("\(count.filled) fields filled\(flatten ? ", and all drawn onto the pages" : "")")
        if calculates { Terminal.complain("The form computes or reformats some values by JavaScript, which was not run; check these.") }
    }

    private func readValues() throws -> [(name: String, value: PDFFieldValue)] {
        let bytes = try SignatureFile.bytes(at: values, limit: Self.longestValues)
        let decoded: [String: PDFFormValue]
        do {
            decoded = try JSONDecoder().decode([String: PDFFormValue].self, from: Data(bytes))
        } catch {
            throw Refusal(
                "\(values) is no JSON object of fields and values: texts, numbers, true, false, null and lists of texts, such as {\"name\": \"Zoe\"}."
            )
        }
        return decoded.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
    }

    /// What filling gave: how many fields, or why not.
    private struct Outcome {
        var filled = 0
        var refusals: String?
    }

    private func fill(_ file: PDFFile, _ values: [(name: String, value: PDFFieldValue)], _ fonts: [TrueTypeFont]) throws(PDFError) -> (
        Outcome, calculates: Bool, appended: [UInt8]
    ) {
        var filler = try PDFFormFiller(file, fonts: fonts)
        var outcome = Outcome()
        var refusals: [String] = []
        for (name, value) in values {
            if let refusal = try filler.fill(name, with: value) { refusals.append(refusal.description) } else { outcome.filled += 1 }
        }
        if flatten, refusals.isEmpty, let refusal = try filler.flatten() { refusals.append(refusal.description) }
        if !refusals.isEmpty {
            var lines = Array(refusals.prefix(Self.mostRefusals))
            if refusals.count > lines.count { lines.append("And \(refusals.count - lines.count) more.") }
            outcome.refusals = lines.joined(separator: "\n")
            return (outcome, false, [])
        }
        let calculates = filler.calculates
        let update = try filler.finish()
        return (outcome, calculates, update.isEmpty ? [] : try update.write().appended)
    }
}

/// A value of a field in JSON.
private struct PDFFormValue: Decodable {
    let value: PDFFieldValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .empty
        } else if let flag = try? container.decode(Bool.self) {
            value = .checked(flag)
        } else if let text = try? container.decode(String.self) {
            value = .text(text)
        } else if let texts = try? container.decode([String].self) {
            value = .choices(texts)
        } else if let number = try? container.decode(Int.self) {
            value = .text("\(number)")
        } else {
            value = .text("\(try container.decode(Decimal.self))")
        }
    }
}
