import ArgumentParser

/// `paraph signature`: works on signature files and templates, without a server.
struct SignatureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signature",
        abstract: "Enrol, verify, measure, draw and convert handwritten signatures in files.",
        subcommands: [
            SignatureEnrolCommand.self, SignatureVerifyCommand.self, SignatureCompareCommand.self, SignatureEvaluateCommand.self,
            SignatureRenderCommand.self, SignatureConvertCommand.self,
        ]
    )
}
