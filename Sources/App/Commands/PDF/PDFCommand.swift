import ArgumentParser

/// `paraph pdf`: works on PDF files, without a server.
struct PDFCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Look into PDF files, fill their forms, judge their signatures, and take earlier revisions out of them.",
        subcommands: [PDFInspectCommand.self, PDFExtractCommand.self, PDFFillCommand.self, PDFVerifyCommand.self]
    )
}
