public import ArgumentParser

/// The program `paraph`.
public struct ParaphCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "paraph",
        abstract: "A person's own handwritten signature signs them in, signs their documents and opens their files.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, DemoCommand.self, MigrateCommand.self, AdminCommand.self, SignatureCommand.self, PDFCommand.self,
            AuditCommand.self, BackupCommand.self, RestoreCommand.self, LoginCommand.self, LogoutCommand.self, DocumentsCommand.self,
        ]
    )

    public init() {}
}
