public import ServerKit

/// One text to one person.
public struct Mail: Codable, Hashable, Sendable {
    /// The receiver's address.
    public var recipient: String
    /// What it is about, in one line.
    public var subject: String
    /// What it says, in lines that end with `\n`.
    public var text: String
    /// The language that it is written in.
    public var language: Language
    /// Who answers go to, where a person wrote it and not the program; `nil` for the program's own.
    public var replyTo: String?
    /// The file that goes with it.
    public var attachment: MailAttachment?
    /// What its author is told where it is given up, in a mail without a reply address, so that no notice follows a notice; `nil` for the
    /// program's own.
    public var undelivered: MailWords?

    /// Makes a mail.
    public init(
        to recipient: String,
        subject: String,
        text: String,
        language: Language,
        replyTo: String? = nil,
        attachment: MailAttachment? = nil,
        undelivered: MailWords? = nil
    ) {
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.language = language
        self.replyTo = replyTo
        self.attachment = attachment
        self.undelivered = undelivered
    }

    /// The mail that tells its author that this one was given up; `nil` where there is none to tell.
    var notice: Mail? {
        guard let replyTo, let undelivered else { return nil }
        // It may name the receiver, whose address may be as long as a subject.
        let subject = String(decoding: undelivered.subject.utf8.prefix(Self.subjectLimit), as: UTF8.self)
        return Mail(to: replyTo, subject: subject, text: undelivered.text, language: language)
    }

    /// The longest text that is taken, in bytes of UTF-8.
    public static let textLimit = 64 * 1024
    /// The longest subject that is taken, in bytes of UTF-8.
    public static let subjectLimit = 500

    /// Checks that the mail can be sent as it is.
    ///
    /// - Throws: ``MailError`` that names the part which is wrong, and never its value.
    func validate() throws {
        _ = try MailAddress(recipient)
        if let replyTo { _ = try MailAddress(replyTo) }
        try attachment?.validate()
        guard !subject.isEmpty, subject.utf8.count <= Self.subjectLimit, !subject.unicodeScalars.contains(where: \.isControl) else {
            throw MailError(.invalidMail, "the subject must be one line of 1 to \(Self.subjectLimit) bytes without control characters")
        }
        guard text.utf8.count <= Self.textLimit, !text.utf8.contains(0) else {
            throw MailError(.invalidMail, "the text must have no NUL and at most \(Self.textLimit) bytes")
        }
    }
}

/// A mail's subject, in one line, and its text, in lines that end with `\n`.
public struct MailWords: Codable, Hashable, Sendable {
    /// What it is about.
    public var subject: String
    /// What it says.
    public var text: String

    /// Makes the words of a mail.
    public init(subject: String, text: String) {
        self.subject = subject
        self.text = text
    }
}

extension Unicode.Scalar {
    /// Whether the scalar steers a terminal or ends a line instead of showing something (C0, DEL, C1, line and paragraph separator).
    var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
