import Foundation
public import ParaphStorage
import ServerKit

/// Mails on their way, in two lanes of the outbox.
public struct MailOutbox: Sendable {
    private let outbox: Outbox

    init(_ outbox: Outbox) {
        self.outbox = outbox
    }

    /// Takes a mail; it leaves after the transaction's commit.
    ///
    /// - Parameters:
    ///   - mail: The mail.
    ///   - key: What the caller knows it by, so that it is sent once; see ``Outbox/enqueue(_:lane:key:in:)``.
    ///   - tx: The transaction of what it tells about.
    /// - Returns: What identifies the mail, the first part of its Message-ID; the first one's where the key is known.
    /// - Throws: ``MailError`` of code `invalidMail`, `StorageError`.
    @discardableResult
    public func enqueue(_ mail: Mail, key: String? = nil, in tx: any WriteTransaction) throws -> String {
        try mail.validate()
        let kind = mail.attachment == nil ? MailLane.Kind.mail : .mailWithFile
        return try outbox.enqueue(Array(try JSONEncoder().encode(mail)), lane: kind.rawValue, key: key, in: tx)
    }
}
