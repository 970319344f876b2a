import ArgumentParser

/// `paraph documents`: a person's documents on a server, as the SDK's client has them.
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "List, fetch and check documents on the server that you signed in to.",
        subcommands: [DocumentsListCommand.self, DocumentsGetCommand.self, DocumentsVerifyCommand.self, DocumentsHistoryCommand.self]
    )
}
