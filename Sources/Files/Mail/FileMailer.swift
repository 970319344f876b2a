public import ParaphStorage
public import ServerKit

/// Sends files by mail; the outbox of Channels does.
public protocol FileMailer: Sendable {
    /// Takes a mail in the transaction of what it tells of; the file is read when it leaves.
    ///
    /// - Throws: a `Problem` of code `malformed` where the address is none.
    func enqueue(_ mail: OutgoingFileMail, in tx: any WriteTransaction) throws
}

/// A mail with a file, to one person.
public struct OutgoingFileMail: Hashable, Sendable {
    public let to: String
    /// The sender's address.
    public let replyTo: String
    public let subject: String
    public let text: String
    public let language: Language
    /// The name of the file that goes with it.
    public let fileName: String
    /// The name of the source that finds the file when the mail leaves (``FilesDomain/attachments``).
    public let source: String
    /// What the source finds it by.
    public let reference: String
    /// What its sender is told where it cannot be delivered.
    public let undelivered: NoticeWords
}
