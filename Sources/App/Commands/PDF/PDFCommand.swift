import ArgumentParser

/// `paraph pdf`: works on PDF files, without a server.
struct PDFCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Sign PDF files, judge their signatures, fill their forms, look into them, take earlier revisions out, write damaged ones anew.",
        subcommands: [
            PDFInspectCommand.self, PDFExtractCommand.self, PDFFillCommand.self, PDFCleanCommand.self, PDFSignCommand.self,
            PDFTimestampCommand.self, PDFVerifyCommand.self,
        ]
    )
}
