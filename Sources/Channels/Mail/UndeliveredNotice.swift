import ServerKit

extension Mail {
    /// What tells a person that a mail which they wrote was given up; `nil` for the program's own mails.
    ///
    /// It has no reply address, so that no notice follows a notice.
    var undelivered: Mail? {
        guard let sender = replyTo else { return nil }
        let (subject, text) = Self.undelivered(to: recipient, subject, in: language)
        // The address of the receiver may be as long as a subject.
        return Mail(
            to: sender,
            subject: String(decoding: subject.utf8.prefix(Mail.subjectLimit), as: UTF8.self),
            text: text,
            language: language
        )
    }

    private static func undelivered(to recipient: String, _ subject: String, in language: Language) -> (subject: String, text: String) {
        switch language {
        case .en:
            (
                "Your e-mail to \(recipient) was not delivered",
                "Your e-mail “\(subject)” could not be delivered to \(recipient). Their mail server did not accept it.\n\n"
                    + "Check the address and send it again, or share the document another way.\n"
            )
        case .ru:
            (
                "Ваше письмо на \(recipient) не доставлено",
                "Ваше письмо «\(subject)» не удалось доставить на \(recipient): почтовый сервер получателя его не принял.\n\n"
                    + "Проверьте адрес и отправьте письмо ещё раз или поделитесь документом другим способом.\n"
            )
        case .fr:
            (
                "Votre e-mail à \(recipient) n’a pas été remis",
                "Votre e-mail « \(subject) » n’a pas pu être remis à \(recipient) : son serveur de messagerie ne l’a pas accepté.\n\n"
                    + "Vérifiez l’adresse et renvoyez-le, ou partagez le document autrement.\n"
            )
        }
    }
}
