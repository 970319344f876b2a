import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Mails with files, or those without, so that neither waits for the other.
struct MailLane: OutboxLane {
    enum Kind: String, CaseIterable, Sendable {
        /// Texts: codes, notices.
        case mail
        /// Mails with files, of which each takes tens of megabytes of memory and minutes on a slow line.
        case mailWithFile
    }

    let kind: Kind
    let transport: any MailTransport
    let sender: MailSender
    let attachments: AttachmentSources
    let outbox: MailOutbox

    var name: String { kind.rawValue }
    var width: Int { kind == .mail ? 4 : 1 }
    /// Sixteen tries in about nine hours.
    var schedule: RetrySchedule { RetrySchedule(first: 15, longest: 3600, attempts: 16) }

    func deliver(_ item: OutboxItem) async throws {
        do {
            guard let mail = Self.mail(item.payload) else { throw MailError(.invalidMail, "the stored mail cannot be read") }
            let date = Timestamp(milliseconds: item.createdAt)
            // What was deleted before it left is not sent any more: that was its sender's choice, and no failure.
            guard let attached = try await attached(to: mail) else { return }
            try await transport.send(try MailMessage(mail, from: sender, identifier: item.id, date: date, attached: attached))
        } catch let error as MailError {
            throw DeliveryError(isFinal: !error.isTemporary, error.description)
        }
    }

    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {
        if let notice = Self.mail(item.payload)?.notice { try outbox.enqueue(notice, in: tx) }
    }

    func recipient(of payload: [UInt8]) -> String? { Self.mail(payload)?.recipient }

    /// The bytes that go with a mail; `nil` where they are gone.
    private func attached(to mail: Mail) async throws -> [UInt8]? {
        guard let attachment = mail.attachment else { return [] }
        return try await attachments.bytes(of: attachment.reference, from: attachment.source)
    }

    private static func mail(_ payload: [UInt8]) -> Mail? { try? JSONDecoder().decode(Mail.self, from: Data(payload)) }
}
