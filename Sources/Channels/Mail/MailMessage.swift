import Foundation
public import ParaphWire
import ServerKit

/// A mail as it travels: the envelope, and the message of RFC 5322 with its MIME fields.
///
/// The same mail of the same identifier and moment gives the same bytes, so that a receiver can tell a second copy by its Message-ID.
public struct MailMessage: Sendable {
    /// The sender of the envelope.
    public let sender: MailAddress
    /// The receiver of the envelope.
    public let recipient: MailAddress
    /// The Message-ID without angle brackets.
    public let identifier: String
    /// What it says, for transports that show it to a person.
    public let mail: Mail
    /// The message: header, empty line, text, and the file that goes with it; every line ends in CRLF and has at most 78 characters.
    public let bytes: [UInt8]

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - mail: What to say to whom.
    ///   - sender: Who says it.
    ///   - identifier: What makes the Message-ID unique: letters and digits.
    ///   - date: When it was written.
    ///   - attached: The bytes of its attachment, at most ``attachmentLimit``.
    /// - Throws: ``MailError`` of code `invalidMail`; nothing in the mail can add a header field or a second receiver.
    public init(_ mail: Mail, from sender: MailSender, identifier: String, date: Timestamp, attached: [UInt8] = []) throws {
        try mail.validate()
        guard attached.count <= Self.attachmentLimit else {
            throw MailError(.invalidMail, "an attachment must have at most \(Self.attachmentLimit) bytes")
        }
        guard !identifier.isEmpty, identifier.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) }) else {
            throw MailError(.invalidMail, "the identifier must be lower-case letters and digits")
        }
        self.sender = sender.address
        recipient = try MailAddress(mail.recipient)
        self.identifier = "\(identifier)@\(sender.address.domain)"
        self.mail = mail
        var header = [
            "Date: \(MailDate.text(of: date))",
            "From: \(EncodedWord.encode(sender.name)) <\(sender.address.text)>",
            "To: <\(recipient.text)>",
            "Subject: \(EncodedWord.encode(mail.subject))",
            "Message-ID: <\(self.identifier)>",
            "MIME-Version: 1.0",
        ]
        if let replyTo = mail.replyTo {
            header.append("Reply-To: <\(try MailAddress(replyTo).text)>")
        } else {
            // RFC 3834: keeps out-of-office answers away.
            header.append("Auto-Submitted: auto-generated")
        }
        let text =
            Self.lines([
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
                "Content-Language: \(mail.language.rawValue)", "",
            ]) + QuotedPrintable.encode(mail.text)
        guard let attachment = mail.attachment else {
            bytes = Self.lines(header) + text
            return
        }
        // Nothing can hold the boundary: the identifier is random, and neither encoding begins a line with two hyphens and that.
        let boundary = "paraph-\(identifier)"
        header += ["Content-Type: multipart/mixed; boundary=\"\(boundary)\"", "", "--\(boundary)"]
        let options: Data.Base64EncodingOptions = [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed]
        bytes =
            Self.lines(header) + text + Self.lines(["--\(boundary)"] + attachment.header + [""])
            + Data(attached).base64EncodedData(options: options) + Self.lines(["", "--\(boundary)--"])
    }

    /// The longest attachment in bytes, 15 MB: as a mail it takes 20, which most servers accept.
    public static let attachmentLimit = 15_000_000

    private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [13, 10] } }
}

/// Who mails come from.
public struct MailSender: Hashable, Sendable {
    /// The address that is shown and that bounces go to.
    public let address: MailAddress
    /// The name that is shown: letters, digits and spaces of any script.
    public let name: String

    /// Names a sender.
    ///
    /// - Throws: ``MailError`` of code `invalidMail` for an address that is none, or a name with other characters.
    public init(address: String, name: String = "Paraph") throws {
        self.address = try MailAddress(address)
        let isName = name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == " " }
        guard !name.isEmpty, name.utf8.count <= 100, isName else {
            throw MailError(.invalidMail, "the sender's name must be 1 to 100 bytes of letters, digits and spaces")
        }
        self.name = name
    }
}

/// The dates of RFC 5322, section 3.3.
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// A moment from 1970 on as `Sat, 21 Nov 2026 10:07:59 +0000`.
    static func text(of moment: Timestamp) -> String {
        let seconds = max(0, moment.milliseconds / 1000)
        let day = seconds / 86_400
        let date = CivilDate(daysSince1970: day)
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(days[Int(day % 7)]), \(date.day) \(months[Int(date.month) - 1]) \(date.year) \(clock) +0000"
    }
}
