import ArgumentParser

/// `paraph pdf`: works on PDF files, without a server.
struct PDFCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Sign PDF files, judge signatures, fill forms, look into files, take revisions out of them, write damaged ones anew.",
        subcommands: [
            PDFInspectCommand.self, PDFExtractCommand.self, PDFFillCommand.self, PDFCleanCommand.self, PDFSignCommand.self,
            PDFTimestampCommand.self, PDFVerifyCommand.self,
        ]
    )
}
