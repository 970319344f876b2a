import ParaphWire
import ServerKit

/// What the operator's address is told of, by mail in the operator's language; none names a person.
enum OperatorNotice: Notice, CaseIterable {
    static var allCases: [OperatorNotice] { [.requestReported(client: "Bank"), .requestFlood(client: "Bank")] }

    /// A person said that a program's request was none of theirs.
    case requestReported(client: String?)
    /// A program asked a person so often, or was refused so often in a row, that it must wait.
    case requestFlood(client: String?)

    var kind: NoticeKind {
        // One program uses up none of the mails about another.
        let limit = NoticeLimit(total: 10, ofSource: 2, window: 86_400, daily: 10)
        return switch self {
        case .requestReported: NoticeKind("operatorRequestReported", limit: limit)
        case .requestFlood: NoticeKind("operatorRequestFlood", limit: limit)
        }
    }

    var path: String { "" }

    func words(in language: Language) -> NoticeWords {
        switch language {
        case .en: english
        case .ru: russian
        case .fr: french
        }
    }

    private var english: NoticeWords {
        switch self {
        case .requestReported(let client):
            NoticeWords(
                subject: "A program’s request was reported",
                text: "\(name(client, "“%”", "A token that an administrator made")) asked a person for a signature, and they said "
                    + "that it was not "
                    + "their doing. It can ask this person nothing more. See who and when: paraph admin request list"
            )
        case .requestFlood(let client):
            NoticeWords(
                subject: "A program asks a person too often",
                text: "\(name(client, "“%”", "A token that an administrator made")) asked one person more often than is allowed, or "
                    + "was refused "
                    + "several times in a row, so it must wait. Somebody may be trying to wear that person down. To stop it for everybody: "
                    + "paraph admin client disable"
            )
        }
    }

    private var russian: NoticeWords {
        switch self {
        case .requestReported(let client):
            NoticeWords(
                subject: "Жалоба на запрос программы",
                text: "\(name(client, "«%»", "Токен, созданный администратором,")): от этого имени человека попросили поставить "
                    + "подпись, а он сообщил, что "
                    + "ничего не запрашивал. Больше обращаться к нему эта программа не может. Кто и когда: paraph admin request list"
            )
        case .requestFlood(let client):
            NoticeWords(
                subject: "Программа слишком часто обращается к человеку",
                text: "\(name(client, "«%»", "Токен, созданный администратором,")): запросов к одному человеку больше, чем "
                    + "разрешено, или несколько "
                    + "отказов подряд, поэтому программа должна подождать. Возможно, кто-то рассчитывает на усталость этого "
                    + "человека. Отключить её для "
                    + "всех: paraph admin client disable"
            )
        }
    }

    private var french: NoticeWords {
        switch self {
        case .requestReported(let client):
            NoticeWords(
                subject: "La demande d’un programme a été signalée",
                text: "\(name(client, "«\u{A0}%\u{A0}»", "Un jeton créé par un administrateur")) a demandé une signature à une "
                    + "personne, qui a signalé ne "
                    + "rien avoir demandé. Il ne peut plus rien lui demander. Pour savoir qui et quand\u{A0}: paraph admin request list"
            )
        case .requestFlood(let client):
            NoticeWords(
                subject: "Un programme sollicite trop souvent une personne",
                text: "\(name(client, "«\u{A0}%\u{A0}»", "Un jeton créé par un administrateur")) a sollicité une personne plus "
                    + "souvent que permis, ou a été "
                    + "refusé plusieurs fois de suite\u{A0}; il doit attendre. Quelqu’un essaie peut-être de l’avoir à l’usure. "
                    + "Pour l’arrêter "
                    + "partout\u{A0}: paraph admin client disable"
            )
        }
    }

    private func name(_ client: String?, _ quotes: String, _ other: String) -> String {
        client.map { quotes.replacing("%", with: $0.asNameInMail) } ?? other
    }
}
