import ServerKit

/// Tells the owner of a file that a mail with it was given up.
struct UndeliveredFileNotice: Notice {
    let recipient: String
    let subject: String

    static let sample = UndeliveredFileNotice(recipient: "boris@example.org", subject: "Lease")

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
