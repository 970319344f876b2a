import ServerKit

extension Mail {
    /// What tells a person that a mail which they wrote was given up; `nil` for the program's own mails.
    ///
    /// It has no reply address, so that no notice follows a notice.
    var undelivered: Mail? {
        guard let sender = replyTo else { return nil }
        let words = UndeliveredNotice(recipient: recipient, subject: subject).words(in: language)
        // The address of the receiver may be as long as a subject.
        return Mail(
            to: sender,
            subject: String(decoding: words.subject.utf8.prefix(Mail.subjectLimit), as: UTF8.self),
            text: words.text + "\n",
            language: language
        )
    }
}

/// Tells the author of a mail that it was given up.
struct UndeliveredNotice: Notice {
    let recipient: String
    let subject: String

    static let sample = UndeliveredNotice(recipient: "boris@example.org", subject: "Lease")

    let kind = NoticeKind("undelivered")
    let path = ""

    func words(in language: Language) -> NoticeWords {
        let (subject, text) = text(language)
        return NoticeWords(subject: subject, text: text)
    }

    private func text(_ language: Language) -> (subject: String, text: String) {
        switch language {
        case .en:
            (
                "Your e-mail to \(recipient) was not delivered",
                "Your e-mail “\(subject)” could not be delivered to \(recipient). Their mail server did not accept it.\n\n"
                    + "Check the address and send it again, or share the document another way."
            )
        case .ru:
            (
                "Ваше письмо на \(recipient) не доставлено",
                "Ваше письмо «\(subject)» не удалось доставить на \(recipient): почтовый сервер получателя его не принял.\n\n"
                    + "Проверьте адрес и отправьте письмо ещё раз или поделитесь документом другим способом."
            )
        case .fr:
            (
                "Votre e-mail à \(recipient) n’a pas été remis",
                "Votre e-mail «\u{A0}\(subject)\u{A0}» n’a pas pu être remis à \(recipient)\u{A0}: son serveur de messagerie ne l’a pas accepté.\n\n"
                    + "Vérifiez l’adresse et renvoyez-le, ou partagez le document autrement."
            )
        }
    }
}
