import Dispatch

/// Sends mails to an SMTP server (RFC 5321) by libcurl.
///
/// A mail counts as sent only once the server has answered its final dot. libcurl blocks, so it runs on threads of its own.
public struct SMTPTransport: MailTransport {
    private static let queue = DispatchQueue(label: "paraph.smtp", attributes: .concurrent)

    private let settings: SMTPSettings
    private let greeting: String

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - settings: The server.
    ///   - greeting: The name by which this machine says hello (EHLO), its own host name.
    /// - Throws: ``MailError`` of code `invalidSettings` where the name is none.
    public init(_ settings: SMTPSettings, greeting: String = "localhost") throws {
        let isName = greeting.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46
        }
        guard !greeting.isEmpty, greeting.utf8.count <= 253, isName else {
            throw MailError(.invalidSettings, "the name to greet the mail server with must be a host name")
        }
        self.settings = settings
        self.greeting = greeting
    }

    public func send(_ message: MailMessage) async throws {
        let upload = CurlUpload(message.bytes)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Self.queue.async {
                    continuation.resume(with: Result { try CurlSession(settings, greeting: greeting).send(message, upload) })
                }
            }
        } onCancel: {
            upload.cancel()
        }
    }
}
