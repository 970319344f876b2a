/// A mail that a domain writes, with its words in every language.
///
/// Each domain declares its own in its folder, and lists one of each kind in ``Domain/notices``. It holds no link that signs its reader in, and
/// repeats names that people chose by ``Swift/String/asNameInMail`` or ``Swift/String/asNameInInvitation``.
public protocol Notice: Sendable {
    /// What it is about.
    var kind: NoticeKind { get }

    /// The path on this instance that it leads to; empty for the start page.
    var path: String { get }

    /// What it says, without the link.
    func words(in language: Language) -> NoticeWords
}

/// The words of a mail in one language.
public struct NoticeWords: Hashable, Sendable {
    /// One line.
    public let subject: String
    /// Paragraphs with an empty line between them.
    public let text: String

    /// Makes the words of a mail.
    public init(subject: String, text: String) {
        self.subject = subject
        self.text = text
    }
}
