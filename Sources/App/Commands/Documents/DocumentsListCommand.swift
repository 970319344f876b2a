import ArgumentParser
import ParaphClient
import ParaphWire

/// `paraph documents list`: what the server keeps for the person.
struct DocumentsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your documents and those that others share with you, newest first."
    )

    private struct Answer: Encodable {
        var documents: [StoredFile]
    }

    @Flag(help: "List what was deleted and may be restored.")
    var trash = false

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        let found = try await options.using { client in
            var (found, cursor): ([StoredFile], String?) = ([], nil)
            repeat {
                let page = try await client.files.list(after: cursor, isTrashed: trash)
                found += page.items
                cursor = page.next
            } while cursor != nil
            return found
        }
        if options.json { return try Terminal.say(json: Answer(documents: found)) }
        for file in found {
            let signatures = file.signatures.map { "\($0) signature\($0 == 1 ? "" : "s")" } ?? "signatures not read"
            let owner = file.isOwn ? "" : ", of \(file.ownerName)"
            Terminal.say(foreign: "\(file.id)  \(file.changedAt.text)  \(file.name) (\(file.size) bytes, \(signatures)\(owner))")
        }
    }
}
