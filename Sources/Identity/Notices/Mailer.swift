public import ParaphStorage
public import ServerKit

/// A mail in plain text.
public struct MailMessage: Hashable, Sendable {
    /// The address of who gets it.
    public var to: String
    public var subject: String
    public var text: String
    /// The language that it is written in.
    public var language: Language

    /// Makes a mail.
    public init(to: String, subject: String, text: String, language: Language) {
        self.to = to
        self.subject = subject
        self.text = text
        self.language = language
    }
}

/// Sends mail; the outbox of Channels does.
public protocol Mailer: Sendable {
    /// Takes a mail in the transaction of what it tells of: it is sent if that is committed, and never otherwise.
    func enqueue(_ mail: MailMessage, in tx: any WriteTransaction) throws
}
