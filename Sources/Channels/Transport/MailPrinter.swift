/// Shows every mail to the person who runs the demo.
public struct MailPrinter: MailTransport {
    private let show: @Sendable (String) -> Void

    /// Takes what shows a text, such as writing it to the terminal.
    public init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
    }

    public func send(_ message: MailMessage) async throws {
        var lines = message.mail.text.split(separator: "\n", omittingEmptySubsequences: false).map { "  │ \(Self.harmless($0))" }
        if let file = message.mail.attachment { lines.append("  │ [\(Self.harmless(file.name[...]))]") }
        let head = ["  ┌ Mail to \(message.recipient.text)", "  │ \(Self.harmless(message.mail.subject[...]))", "  ├"]
        show((head + lines + ["  └"]).joined(separator: "\n"))
    }

    /// The line without what could steer a terminal.
    private static func harmless(_ line: Substring) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isControl }))
    }
}
