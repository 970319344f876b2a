import ArgumentParser
import ParaphClient
import ParaphViewModels

/// `paraph documents verify`: judges a file as the app does.
struct DocumentsVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Judge a signed PDF as the app does: here, and by asking the server with hashes and seals.",
        discussion: """
            No byte of the file is sent. Exits with 0 where it is the newest version as it was signed, 1 where it is anything else.
            paraph pdf verify judges any signed PDF, without a server.
            """
    )

    private struct Answer: Encodable {
        struct Signer: Encodable {
            var name: String
            var isMatch: Bool
        }

        var state: String
        var documentId: String?
        var signers: [Signer]
        var changes: [String]
    }

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        let bytes = try SignatureFile.bytes(at: file, limit: 100_000_000)
        let words = Words(.en)
        let verdict = try await options.using { client in
            do {
                return try await VerdictModel.verdict(on: bytes, AppContext(client: client, words: words))
            } catch let error as ClientError {
                throw error
            } catch {
                throw Refusal("\(file): \(words.explain(error, of: file))")
            }
        }
        guard let verdict else {
            if options.json {
                try Terminal.say(json: Answer(state: "unsigned", signers: [], changes: []))
            } else {
                Terminal.say("Nobody signed it.")
            }
            throw ExitCode(1)
        }
        if options.json {
            let signers = verdict.signers.map { Answer.Signer(name: $0.name, isMatch: $0.isMatch) }
            let changes = verdict.changes.map(\.title)
            try Terminal.say(json: Answer(state: verdict.state.rawValue, documentId: verdict.historyID, signers: signers, changes: changes))
        } else {
            tell(verdict)
        }
        if verdict.tone != .good { throw ExitCode(1) }
    }

    private func tell(_ verdict: DocumentVerdict) {
        Terminal.say(foreign: verdict.title)
        for note in verdict.notes { Terminal.say(foreign: note) }
        for change in verdict.changes {
            Terminal.say(foreign: "  \([change.title, change.note].compactMap(\.self).joined(separator: ": "))")
        }
        for signer in verdict.signers { Terminal.say(foreign: "  \(signer.name): \(signer.text)") }
        for seal in verdict.seals {
            Terminal.say(foreign: "  \([seal.title, seal.text, seal.reason].compactMap(\.self).joined(separator: ": "))")
        }
    }
}
