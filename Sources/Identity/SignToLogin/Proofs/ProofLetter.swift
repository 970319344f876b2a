import ParaphWire
import ServerKit

/// The letters that ask the owner of an address about an app, in the person's language.
///
/// They do not repeat what was typed at registration, nor the name of an app that no administrator looked at: strangers could write to
/// anybody through it.
enum ProofLetter: Hashable, Notice {
    /// The app made an account of the address.
    case account(Asked)
    /// The app wants a signature for an account that it made, whose address is not proved: one of two parties may be a stranger.
    case contested(Asked)
    /// The app wants a signature for the account that there is.
    case template(Asked)
    /// The same for a person who has more factors than the mailbox: they say yes where they sign.
    case templateOnDevice(Asked)
    /// The same for a person whose account began anew: they give their signature here first.
    case signatureHere(Asked)

    /// An app, as these mails name it.
    struct App: Hashable, Sendable {
        let name: String
        /// Whether an administrator looked at the name.
        let isNameApproved: Bool
    }

    /// Which app asked, when, and on which type of device: what the owner of the address knows their own doing by.
    struct Asked: Hashable, Sendable {
        let app: App
        let at: Timestamp
        let device: DeviceType

        init(_ app: App, at moment: Timestamp, _ device: DeviceType) {
            (self.app, at, self.device) = (app, moment, device)
        }

        /// The moment in the form that is the same in every language, and the device where it is known: `2026-11-25 01:02 UTC (iPad)`.
        fileprivate var text: String {
            "\(at.text.prefix(16).replacing("T", with: " ")) UTC\(device.label.map { " (\($0))" } ?? "")"
        }
    }

    /// One of each kind, with made-up values.
    static let samples: [any Notice] = {
        let app = App(name: "Bank", isNameApproved: true)
        let asked = Asked(app, at: Timestamp(milliseconds: 0), DeviceType(told: "iPhone"))
        let all: [ProofLetter] = [.account(asked), .contested(asked), .template(asked), .templateOnDevice(asked), .signatureHere(asked)]
        return all
    }()

    /// The kind by its words; ``AppBudget`` counts these by who the app is of.
    var kind: NoticeKind {
        switch self {
        case .account: NoticeKind("appAccount")
        case .contested: NoticeKind("appAccountContested")
        case .template: NoticeKind("appTemplate")
        case .templateOnDevice: NoticeKind("appTemplateOnDevice")
        case .signatureHere: NoticeKind("appSignatureHere")
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
        case (.account(let asked), .en):
            (
                "Is this your account?",
                [
                    "\(Self.name(asked.app, .en, opening: true)) made an account with this e-mail address on \(asked.text).",
                    "If that was you, confirm that the address is yours:\n%LINK%",
                    "If it was not you, open the same link and say so: the account is deleted. The link works for seven days.",
                ]
            )
        case (.account(let asked), .ru):
            (
                "Это ваша учётная запись?",
                [
                    "\(Self.name(asked.app, .ru, opening: true)) создало учётную запись с этим адресом электронной почты: "
                        + "\(asked.text).",
                    "Если это были вы, подтвердите, что адрес ваш:\n%LINK%",
                    "Если это были не вы, откройте ту же ссылку и сообщите об этом: учётная запись будет удалена. Ссылка действует семь дней.",
                ]
            )
        case (.account(let asked), .fr):
            (
                "Est-ce votre compte\u{A0}?",
                [
                    "\(Self.name(asked.app, .fr, opening: true)) a créé un compte avec cette adresse e-mail le "
                        + "\(asked.text).",
                    "Si c’était vous, confirmez que l’adresse est la vôtre\u{A0}:\n%LINK%",
                    "Si ce n’était pas vous, ouvrez le même lien et dites-le\u{A0}: le compte sera supprimé. Le lien est valable sept jours.",
                ]
            )
        case (.contested(let asked), .en):
            (
                "Is this your account?",
                [
                    "\(Self.name(asked.app, .en, opening: true)) has an account with this e-mail address, and on \(asked.text) other "
                        + "signatures were given for it.",
                    "If you use this app, confirm that the address is yours. The account begins anew then, and you give your signature on the "
                        + "page that opens:\n%LINK%",
                    "If you do not, open the same link and say so: the account is deleted. The link works for 30 minutes.",
                ]
            )
        case (.contested(let asked), .ru):
            (
                "Это ваша учётная запись?",
                [
                    "Для этого адреса электронной почты есть учётная запись \(Self.name(asked.app, .ru)), и для неё были даны другие подписи: "
                        + "\(asked.text).",
                    "Если вы пользуетесь этим приложением, подтвердите, что адрес ваш. Учётная запись начнётся заново, и вы "
                        + "распишетесь на открывшейся странице:\n%LINK%",
                    "Если нет, откройте ту же ссылку и сообщите об этом: учётная запись будет удалена. Ссылка действует 30 минут.",
                ]
            )
        case (.contested(let asked), .fr):
            (
                "Est-ce votre compte\u{A0}?",
                [
                    "Il y a un compte avec cette adresse e-mail dans \(Self.name(asked.app, .fr)), et d’autres signatures ont été données pour "
                        + "ce compte le \(asked.text).",
                    "Si vous utilisez cette application, confirmez que l’adresse est la vôtre. Le compte repart alors de zéro, et vous "
                        + "donnez votre signature sur la page qui s’ouvre\u{A0}:\n%LINK%",
                    "Sinon, ouvrez le même lien et dites-le\u{A0}: le compte sera supprimé. Le lien est valable 30 minutes.",
                ]
            )
        case (.template(let asked), .en):
            (
                "A new signature for your account?",
                [
                    "Somebody wants to give a new signature for your account in \(Self.name(asked.app, .en)): this was asked on \(asked.text).",
                    "If that was you, allow it, then go on in the app within 30 minutes, with the same signatures:\n%LINK%",
                    "The new signature will be good in this app only. If it was not you, do nothing: nothing changes.",
                ]
            )
        case (.templateOnDevice(let asked), .en):
            (
                "A signature of yours in an app?",
                [
                    "Somebody wants to give a signature for your account in \(Self.name(asked.app, .en)): this was asked on \(asked.text).",
                    "If that was you, open this link on a device that you sign on, allow it there, then go on in the app within 30 minutes, "
                        + "with the same signatures:\n%LINK%",
                    "That signature will be good in this app only. If it was not you, do nothing: nothing changes.",
                ]
            )
        case (.templateOnDevice(let asked), .ru):
            (
                "Ваша подпись в приложении?",
                [
                    "Кто-то хочет создать образец подписи для вашей учётной записи \(Self.name(asked.app, .ru)). "
                        + "Запрос поступил \(asked.text).",
                    "Если это вы, откройте ссылку на устройстве, на котором расписываетесь, разрешите это там, а затем в течение 30 минут "
                        + "продолжите в приложении с теми же подписями:\n%LINK%",
                    "Этот образец будет действовать только в этом приложении. Если это не вы, ничего не делайте: ничего не изменится.",
                ]
            )
        case (.templateOnDevice(let asked), .fr):
            (
                "Une signature de vous dans une application\u{A0}?",
                [
                    "Quelqu’un veut donner une signature pour votre compte dans \(Self.name(asked.app, .fr)). "
                        + "La demande date du \(asked.text).",
                    "Si c’est vous, ouvrez ce lien sur un appareil où vous signez, autorisez-le là, puis continuez dans l’application dans "
                        + "les 30 minutes, avec les mêmes signatures\u{A0}:\n%LINK%",
                    "Cette signature ne vaudra que dans cette application. Si ce n’est pas vous, ne faites rien\u{A0}: rien ne change.",
                ]
            )
        case (.signatureHere(let asked), .en):
            (
                "Give your signature here first",
                [
                    "Somebody wants to give a signature for your account in \(Self.name(asked.app, .en)): this was asked on \(asked.text).",
                    "Your account began anew, so give your signature on our own page first; the app uses it afterwards:\n%LINK%",
                    "No app can give one for you until then, and we write about none of them again.",
                ]
            )
        case (.signatureHere(let asked), .ru):
            (
                "Сначала распишитесь у нас",
                [
                    "Кто-то хочет создать образец подписи для вашей учётной записи \(Self.name(asked.app, .ru)). "
                        + "Запрос поступил \(asked.text).",
                    "Ваша учётная запись началась заново, поэтому сначала распишитесь на нашей странице; приложение потом будет использовать эту "
                        + "подпись:\n%LINK%",
                    "До этого ни одно приложение не создаст образец за вас, и мы больше не будем писать о таких запросах.",
                ]
            )
        case (.signatureHere(let asked), .fr):
            (
                "Donnez d’abord votre signature ici",
                [
                    "Quelqu’un veut donner une signature pour votre compte dans \(Self.name(asked.app, .fr)). "
                        + "La demande date du \(asked.text).",
                    "Votre compte est reparti de zéro\u{A0}: donnez d’abord votre signature sur notre page, l’application s’en servira ensuite\u{A0}:\n%LINK%",
                    "D’ici là, aucune application ne peut en donner une à votre place, et nous ne vous écrirons plus à ce sujet.",
                ]
            )
        case (.template(let asked), .ru):
            (
                "Новая подпись для вашей учётной записи?",
                [
                    "Кто-то хочет создать новый образец подписи для вашей учётной записи \(Self.name(asked.app, .ru)). "
                        + "Запрос поступил \(asked.text).",
                    "Если это вы, разрешите это, а затем в течение 30 минут продолжите в приложении с теми же подписями:\n%LINK%",
                    "Новый образец будет действовать только в этом приложении. Если это не вы, ничего не делайте: ничего не изменится.",
                ]
            )
        case (.template(let asked), .fr):
            (
                "Une nouvelle signature pour votre compte\u{A0}?",
                [
                    "Quelqu’un veut donner une nouvelle signature pour votre compte dans \(Self.name(asked.app, .fr)). "
                        + "La demande date du \(asked.text).",
                    "Si c’est vous, autorisez-le, puis continuez dans l’application dans les 30 minutes, avec les mêmes signatures\u{A0}:\n%LINK%",
                    "La nouvelle signature ne vaudra que dans cette application. Si ce n’est pas vous, ne faites rien\u{A0}: rien ne change.",
                ]
            )
        }
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
        case (.fr, true): "\(opening ? "L" : "l")’application «\u{A0}\(name)\u{A0}»"
        case (.fr, false): "\(opening ? "Une" : "une") application que quelqu’un a enregistrée"
        }
    }
}

extension AppRecord {
    /// The app, as mails name it.
    var inLetters: ProofLetter.App { ProofLetter.App(name: name, isNameApproved: nameApproved) }
}
