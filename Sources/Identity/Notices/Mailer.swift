public import ParaphStorage

/// A mail in plain text.
public struct MailMessage: Hashable, Sendable {
    /// The address of who gets it.
    public var to: String
    public var subject: String
    public var text: String

    /// Makes a mail.
    public init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }
}

/// Sends mail; the outbox of Channels does.
public protocol Mailer: Sendable {
    /// Takes a mail in the transaction of what it tells of: it is sent if that is committed, and never otherwise.
    func enqueue(_ mail: MailMessage, in tx: any WriteTransaction) throws
}
