import Channels
import Files
import ParaphStorage
import ParaphWire
import ServerKit

/// The mails of files, in the outbox of Channels.
struct OutboxFileMailer: FileMailer {
    let outbox: MailOutbox

    func enqueue(_ mail: OutgoingFileMail, in tx: any WriteTransaction) throws {
        let file = MailAttachment(name: mail.fileName, mediaType: "application/pdf", source: mail.source, reference: mail.reference)
        do {
            _ = try outbox.enqueue(
                Mail(
                    to: mail.to,
                    subject: mail.subject,
                    text: mail.text,
                    language: mail.language,
                    replyTo: mail.replyTo,
                    attachment: file,
                    undelivered: MailWords(subject: mail.undelivered.subject, text: mail.undelivered.text + "\n")
                ),
                in: tx
            )
        } catch let error as MailError where error.code == .invalidMail {
            throw Problem.invalid("to", .malformed, "is not an address that mail can be sent to, or the text cannot be sent")
        }
    }
}
