import ParaphStorage
import ServerKit

extension IdentityEnvironment {
    /// Mails a notice of this domain to a person, if the address is known to be theirs.
    func notify(_ person: PersonRecord, of notice: IdentityNotice, in tx: any WriteTransaction) throws {
        try notify(person, with: notice, in: tx)
    }

    /// Mails any domain's notice to a person, if the address is known to be theirs, and alerts their devices.
    func notify(_ person: PersonRecord, with notice: any Notice, in tx: any WriteTransaction) throws {
        if let category = notice.kind.alert { try alerts.alert(person.id, of: Alert(category), in: tx) }
        guard person.emailProved else { return }
        try mailer.enqueue(notice.mail(to: person.email, in: person.language, site: site), in: tx)
    }
}

extension Notice {
    /// The mail to an address, with the link behind its words.
    func mail(to address: EmailAddress, in language: Language, site: Site) -> MailMessage {
        let words = words(in: language)
        return MailMessage(
            to: address.text,
            subject: words.subject,
            text: "\(words.text)\n\n\(site.publicURL)\(path)\n",
            language: language
        )
    }
}
