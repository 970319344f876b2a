import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Sends files to others by mail, in the name of their owners.
struct FileMailService: Sendable {
    let environment: FilesEnvironment

    /// The most bytes of a request, every character of the text written as an escape.
    static let bodyLimit = 32_768

    /// Sends the newest version to some addresses, each in a mail of its own: none shows the others' addresses.
    ///
    /// All mails are taken or none is.
    /// - Throws: a `Problem`: `malformed`, 404 for a file that is not the person's own, 409 `incomplete`, 413 `tooLargeForMail`, 429 `tooManyMails`;
    ///   429 `enoughMails`, whose fields name the addresses that had enough of such mails lately.
    func send(_ mail: FileMail, fileID: String, personID: String, in language: Language) async throws {
        let receivers = try Self.receivers(mail.to)
        let said = (mail.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard said.count <= FileLimits.mailText, said.utf8.count <= 4 * FileLimits.mailText, !said.utf8.contains(0) else {
            throw Problem.invalid("text", .tooLong, "must be at most \(FileLimits.mailText) characters, none of them NUL")
        }
        try await environment.database.write { [environment] tx in
            let file = try FileService(environment: environment).own(fileID, of: personID, in: tx)
            guard let version = try environment.store.newestVersion(of: fileID, in: tx) else { throw Problem.incomplete }
            guard version.size <= FileLimits.mailedSize else { throw Problem.tooLargeForMail }
            guard let sender = try environment.people.person(personID, in: tx) else { throw Problem.unauthenticated() }
            let now = environment.time.now()
            guard try FileCounter.receivers.count(receivers.count, by: personID, at: now, in: tx) else {
                throw Problem.tooMany(.tooManyMails, retryAfter: 3600)
            }
            let held = try receivers.filter { try !environment.people.admit(.fileMail, to: $0, causedBy: personID, in: tx) }
            guard held.isEmpty else { throw Problem.enoughMails(held) }
            let words = FileMailWords(sender: sender.name, file: file.name, said: said, site: environment.settings.publicURL)
            let subject = words.subject(in: language)
            for address in receivers {
                let undelivered = UndeliveredFileNotice(recipient: address, subject: subject).words(in: language)
                try environment.mailer.enqueue(
                    OutgoingFileMail(
                        to: address,
                        replyTo: sender.email,
                        subject: subject,
                        text: words.text(in: language),
                        language: language,
                        fileName: file.fileName,
                        source: FileAttachments.name,
                        reference: FileAttachments.reference(version),
                        undelivered: undelivered
                    ),
                    in: tx
                )
            }
            let details = ["version": "\(version.number)", "receivers": "\(receivers.count)"]
            try AuditStore.append(.fileMailed, actor: personID, subject: fileID, details: details, at: now, in: tx)
            try environment.people.note(.fileMailed, of: personID, about: ActivitySubject(.init(.file, fileID)), in: tx)
        }
    }

    /// The addresses, each once.
    private static func receivers(_ given: [String]) throws -> [String] {
        guard (1...FileLimits.receivers).contains(given.count) else {
            throw Problem.invalid("to", .count, "must be 1 to \(FileLimits.receivers) addresses")
        }
        var result: [String] = []
        for address in given.map({ $0.trimmingCharacters(in: .whitespaces) })
        where !result.contains(where: { $0.lowercased() == address.lowercased() }) { result.append(address) }
        return result
    }
}

extension NoticeKind {
    /// A mail with a file; by mailbox, for a mailbox is as full of five senders' as of one's.
    static let fileMail = NoticeKind("fileMail", limit: NoticeLimit(total: 20, ofSource: 5, window: 3600, daily: 20))
}

extension Problem {
    /// Some addresses had as many mails with files as they get.
    fileprivate static func enoughMails(_ addresses: [String]) -> Problem {
        Problem(
            code: .enoughMails,
            title: "Some addresses had enough mails",
            detail: "Nothing was sent. Leave out the addresses that are named, or try again later.",
            fields: addresses.map { Problem.Field(name: "to", code: .enough, detail: "gets no more mails with files today", value: $0) },
            retryAfter: 3600
        )
    }

    fileprivate static let tooLargeForMail = Problem(
        code: .tooLargeForMail,
        title: "The file is too large for a mail",
        detail:
            "A mail takes files of at most \(FileLimits.mailedSize) bytes. Let people in instead, or export it and share the file."
    )
}
