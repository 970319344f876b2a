import ParaphWire
import ServerKit

/// The letters that ask the owner of an address about an app, in the person's language.
///
/// They do not repeat what was typed at registration, nor the name of an app that no administrator looked at: strangers could write to
/// anybody through it.
enum ProofLetter: Hashable, Notice {
    /// The app made an account of the address, then, on a device of this type.
    case account(App, at: Timestamp, DeviceType)
    /// The app wants a signature for the account that there is.
    case template(App)
    /// The same for a person who has more factors than the mailbox: they say yes where they sign.
    case templateOnDevice(App)

    /// An app, as these mails name it.
    struct App: Hashable, Sendable {
        let name: String
        /// Whether an administrator looked at the name.
        let isNameApproved: Bool
    }

    /// One of each kind, with made-up values.
    static let samples: [any Notice] = {
        let app = App(name: "Bank", isNameApproved: true)
        let all: [ProofLetter] = [
            .account(app, at: Timestamp(milliseconds: 0), DeviceType(told: "iPhone")), .template(app), .templateOnDevice(app),
        ]
        return all
    }()

    /// The kind by its words; ``AppBudget`` counts these by who the app is of.
    var kind: NoticeKind {
        switch self {
        case .account: NoticeKind("appAccount")
        case .template: NoticeKind("appTemplate")
        case .templateOnDevice: NoticeKind("appTemplateOnDevice")
        }
    }

    var path: String { "/confirm" }

    /// The letter as mail, with the link that is the recipient's alone.
    func mail(to email: EmailAddress, link: String, language: Language) -> MailMessage {
        let words = words(in: language)
        return MailMessage(
            to: email.text,
            subject: words.subject,
            text: words.text.replacing("%LINK%", with: link) + "\n",
            language: language
        )
    }

    func words(in language: Language) -> NoticeWords {
        let (subject, lines) = text(language)
        return NoticeWords(subject: subject, text: lines.joined(separator: "\n\n"))
    }

    private func text(_ language: Language) -> (subject: String, lines: [String]) {
        switch (self, language) {
        case (.account(let app, let moment, let device), .en):
            (
                "Is this your account?",
                [
                    "\(Self.name(app, .en, opening: true)) made an account with this e-mail address on \(Self.date(moment))"
                        + "\(device.label.map { " (\($0))" } ?? "").",
                    "If that was you, confirm that the address is yours:\n%LINK%",
                    "If it was not you, open the same link and say so: the account is deleted. The link is good for seven days.",
                ]
            )
        case (.account(let app, let moment, let device), .ru):
            (
                "Это ваша учётная запись?",
                [
                    "\(Self.name(app, .ru, opening: true)) создало учётную запись с этим адресом электронной почты: "
                        + "\(Self.date(moment))\(device.label.map { " (\($0))" } ?? "").",
                    "Если это были вы, подтвердите, что адрес ваш:\n%LINK%",
                    "Если это были не вы, откройте ту же ссылку и сообщите об этом: учётная запись будет удалена. Ссылка действует семь дней.",
                ]
            )
        case (.account(let app, let moment, let device), .fr):
            (
                "Est-ce votre compte ?",
                [
                    "\(Self.name(app, .fr, opening: true)) a créé un compte avec cette adresse e-mail le "
                        + "\(Self.date(moment))\(device.label.map { " (\($0))" } ?? "").",
                    "Si c’était vous, confirmez que l’adresse est la vôtre :\n%LINK%",
                    "Si ce n’était pas vous, ouvrez le même lien et dites-le : le compte sera supprimé. Le lien est valable sept jours.",
                ]
            )
        case (.template(let app), .en):
            (
                "A new signature for your account?",
                [
                    "Somebody wants to give a new signature for your account in \(Self.name(app, .en)).",
                    "If that was you, allow it, then go on in the app within 30 minutes, with the same signatures:\n%LINK%",
                    "The new signature will be good in this app only. If it was not you, do nothing: nothing changes.",
                ]
            )
        case (.templateOnDevice(let app), .en):
            (
                "A signature of yours in an app?",
                [
                    "Somebody wants to give a signature for your account in \(Self.name(app, .en)).",
                    "If that was you, open this link on a device that you sign on, allow it there, then go on in the app within 30 minutes, "
                        + "with the same signatures:\n%LINK%",
                    "That signature will be good in this app only. If it was not you, do nothing: nothing changes.",
                ]
            )
        case (.templateOnDevice(let app), .ru):
            (
                "Ваша подпись в приложении?",
                [
                    "Кто-то хочет создать образец подписи для вашей учётной записи \(Self.name(app, .ru)).",
                    "Если это вы, откройте ссылку на устройстве, на котором расписываетесь, разрешите это там, а затем в течение 30 минут "
                        + "продолжите в приложении с теми же подписями:\n%LINK%",
                    "Этот образец будет действовать только в этом приложении. Если это не вы, ничего не делайте: ничего не изменится.",
                ]
            )
        case (.templateOnDevice(let app), .fr):
            (
                "Une signature de vous dans une application ?",
                [
                    "Quelqu’un veut donner une signature pour votre compte dans \(Self.name(app, .fr)).",
                    "Si c’est vous, ouvrez ce lien sur un appareil où vous signez, autorisez-le là, puis continuez dans l’application dans "
                        + "les 30 minutes, avec les mêmes signatures :\n%LINK%",
                    "Cette signature ne vaudra que dans cette application. Si ce n’est pas vous, ne faites rien : rien ne change.",
                ]
            )
        case (.template(let app), .ru):
            (
                "Новая подпись для вашей учётной записи?",
                [
                    "Кто-то хочет создать новый образец подписи для вашей учётной записи \(Self.name(app, .ru)).",
                    "Если это вы, разрешите это, а затем в течение 30 минут продолжите в приложении с теми же подписями:\n%LINK%",
                    "Новый образец будет действовать только в этом приложении. Если это не вы, ничего не делайте: ничего не изменится.",
                ]
            )
        case (.template(let app), .fr):
            (
                "Une nouvelle signature pour votre compte ?",
                [
                    "Quelqu’un veut donner une nouvelle signature pour votre compte dans \(Self.name(app, .fr)).",
                    "Si c’est vous, autorisez-le, puis continuez dans l’application dans les 30 minutes, avec les mêmes signatures :\n%LINK%",
                    "La nouvelle signature ne vaudra que dans cette application. Si ce n’est pas vous, ne faites rien : rien ne change.",
                ]
            )
        }
    }

    /// A moment in the form that is the same in every language: `2026-11-25 01:02 UTC`.
    private static func date(_ moment: Timestamp) -> String {
        "\(moment.text.prefix(16).replacing("T", with: " ")) UTC"
    }

    /// What letters call an app: by its name where an administrator looked at it.
    ///
    /// `opening` begins a sentence; in Russian the other form says where something is done.
    private static func name(_ app: App, _ language: Language, opening: Bool = false) -> String {
        let name = app.name.asNameInMail
        return switch (language, app.isNameApproved) {
        case (.en, true): "\(opening ? "The" : "the") app “\(name)”"
        case (.en, false): "\(opening ? "An" : "an") app that somebody registered"
        case (.ru, true): opening ? "Приложение «\(name)»" : "в приложении «\(name)»"
        case (.ru, false): opening ? "Приложение, которое кто-то зарегистрировал," : "в приложении, которое кто-то зарегистрировал"
        case (.fr, true): "\(opening ? "L" : "l")’application « \(name) »"
        case (.fr, false): "\(opening ? "Une" : "une") application que quelqu’un a enregistrée"
        }
    }
}

extension AppRecord {
    /// The app, as mails name it.
    var inLetters: ProofLetter.App { ProofLetter.App(name: name, isNameApproved: nameApproved) }
}
