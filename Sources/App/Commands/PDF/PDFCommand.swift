import ArgumentParser

/// `paraph pdf`: works on PDF files, without a server.
struct PDFCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Sign PDF files, judge their signatures, fill their forms, look into them and take earlier revisions out of them.",
        subcommands: [
            PDFInspectCommand.self, PDFExtractCommand.self, PDFFillCommand.self, PDFSignCommand.self, PDFTimestampCommand.self,
            PDFVerifyCommand.self,
        ]
    )
}
