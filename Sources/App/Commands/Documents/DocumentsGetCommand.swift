import ArgumentParser
import Foundation
import ParaphClient
import ParaphWire

/// `paraph documents get`: fetches a document.
struct DocumentsGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Fetch the newest version of a document; what the network loses is fetched on from where it stopped."
    )

    private struct Answer: Encodable {
        var file: String
        var document: StoredFile
    }

    @Argument(help: "The document's id, as list shows it.")
    var id: String

    @Argument(help: "Where to write it: a file, or a folder that is there; else its name in this folder.", completion: .file())
    var output: String?

    @Flag(help: "Write over a file that is there.")
    var force = false

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        let answer = try await options.using { client in
            let file = try await client.files.find(id)
            let destination = destination(of: file)
            guard force || !FileManager.default.fileExists(atPath: destination.path) else {
                throw Refusal("\(destination.relativePath) is there already; --force writes over it.")
            }
            try await client.files.download(file, to: destination)
            return Answer(file: destination.relativePath, document: file)
        }
        if options.json {
            try Terminal.say(json: answer)
        } else {
            Terminal.say(foreign: "\(answer.file): version \(answer.document.version), \(answer.document.size) bytes")
        }
    }

    private func destination(of file: StoredFile) -> URL {
        // Its owner chose the name: none is a hidden file's, or leads elsewhere.
        let isPlain = !file.name.hasPrefix(".") && !file.name.contains("/")
        let name = isPlain ? file.name : "\(file.id).pdf"
        guard let output else { return URL(filePath: name) }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
        return isThere && isFolder.boolValue ? URL(filePath: output).appending(path: name) : URL(filePath: output)
    }
}
