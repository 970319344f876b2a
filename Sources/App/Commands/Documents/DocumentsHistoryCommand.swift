import ArgumentParser
import ParaphClient
import ParaphWire

/// `paraph documents history`: who signed a document.
struct DocumentsHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Tell who signed a document, version by version."
    )

    @Argument(help: "The id of the document, as list shows it, or as the link in a signed PDF has it.")
    var id: String

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        let history = try await options.using { try await find($0) }
        if options.json { return try Terminal.say(json: history) }
        for version in history.versions {
            let since = version.previous.map { ", made from version \($0)" } ?? ""
            Terminal.say(foreign: "Version \(version.number), saved \(version.savedAt.text) by \(version.savedBy)\(since)")
            for signature in version.signatures {
                let verdict = signature.isMatch ? "matches" : "differs"
                Terminal.say(
                    foreign: "    signed \(signature.at.text) by \(signature.userName): \(verdict), similarity \(signature.similarity)"
                )
            }
        }
    }

    /// The history of what has the id in the registry, else of the file that has it.
    private func find(_ client: ParaphClient) async throws -> DocumentHistory {
        do {
            return try await client.documents.history(of: id)
        } catch let error as ClientError where error.status == 404 {
            guard await client.signIn.current != nil, let file = try? await client.files.find(id) else { throw error }
            guard let document = file.documentId else { throw Refusal("\(file.name) was not signed yet: it has no history.") }
            return try await client.documents.history(of: document)
        }
    }
}
