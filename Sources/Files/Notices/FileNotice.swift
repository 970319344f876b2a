import ParaphWire
public import ServerKit

/// The mails to people about files on the server.
public enum FileNotice: Notice {
    /// The owner lets the recipient into a file.
    case invitation(owner: String, SharedFile)
    /// A reader signed the recipient's file, and perhaps replaced a value that an earlier signer had read.
    case signed(reader: String, SharedFile, isReplacing: Bool = false)
    /// Everyone who was invited to a file has signed it, the reader that is named last; to its owner and to each of them. Perhaps one of them
    /// replaced a value that an earlier signer had read.
    case signedByAll(last: String, SharedFile, isChanged: Bool = false)
    /// The owner deleted a file that the recipient could read.
    case withdrawn(owner: String, SharedFile)
    /// The recipient's session deleted so many files that were signed or shared.
    case removed(count: Int)

    /// One of each kind, with made-up values.
    static let samples: [FileNotice] = [
        .invitation(owner: "Anna", SharedFile(id: "0123456789abcdef", name: "Lease.pdf")),
        .signed(reader: "Anna", SharedFile(id: "0123456789abcdef", name: "Lease.pdf"), isReplacing: true),
        .signedByAll(last: "Anna", SharedFile(id: "0123456789abcdef", name: "Lease.pdf"), isChanged: true),
        .withdrawn(owner: "Anna", SharedFile(id: "0123456789abcdef", name: "Lease.pdf")), .removed(count: 3),
    ]

    public var kind: NoticeKind {
        let limit = NoticeLimit(total: 20, ofSource: 3, window: 3600, daily: 100)
        return switch self {
        case .invitation: NoticeKind("invitation", limit: limit, alert: .documents)
        case .signed: NoticeKind("fileSigned", limit: limit, alert: .documents)
        case .signedByAll: NoticeKind("fileSignedByAll", limit: limit, alert: .documents)
        case .withdrawn: NoticeKind("fileWithdrawn", limit: limit, alert: .documents)
        case .removed: NoticeKind("filesRemoved", alert: .documents)
        }
    }

    public var path: String {
        switch self {
        case .invitation(_, let file), .signed(_, let file, _), .signedByAll(_, let file, _): "/documents/view#file-\(file.id)"
        case .withdrawn: "/documents"
        case .removed: "/documents/deleted"
        }
    }

    public func words(in language: Language) -> NoticeWords {
        switch (self, language) {
        case (.withdrawn(let owner, let file), _): Self.withdrawn(owner, file, language)
        case (.removed(let count), _): Self.removed(count, language)
        case (.invitation(let owner, let file), .en):
            NoticeWords(
                subject: "\(Self.name(owner, language)) invites you to sign",
                text: "\(Self.name(owner, language)) invites you to read and sign "
                    + "“\(file.name.asNameInInvitation)”. Sign in: it is among your documents."
            )
        case (.invitation(let owner, let file), .ru):
            NoticeWords(
                subject: "\(Self.name(owner, language)) приглашает вас подписать документ",
                text: "\(Self.name(owner, language)) приглашает вас прочитать и подписать "
                    + "«\(file.name.asNameInInvitation)». Войдите: он среди ваших документов."
            )
        case (.invitation(let owner, let file), .fr):
            NoticeWords(
                subject: "\(Self.name(owner, language)) vous invite à signer",
                text: "\(Self.name(owner, language)) vous invite à lire et à signer "
                    + "«\u{A0}\(file.name.asNameInInvitation)\u{A0}». Connectez-vous\u{A0}: il est parmi vos documents."
            )
        case (.signed(let reader, let file, let isReplacing), .en):
            NoticeWords(
                subject: "Your document was signed",
                text: "\(reader.asNameInMail)\(reader.alphabetsMark(in: language)) signed “\(file.name.asNameInMail)”."
                    + (isReplacing ? Self.changed(language) : "")
            )
        case (.signed(let reader, let file, let isReplacing), .ru):
            NoticeWords(
                subject: "Ваш документ подписан",
                text: "«\(file.name.asNameInMail)» подписан. Имя подписавшего: \(reader.asNameInMail)\(reader.alphabetsMark(in: language))."
                    + (isReplacing ? Self.changed(language) : "")
            )
        case (.signed(let reader, let file, let isReplacing), .fr):
            NoticeWords(
                subject: "Votre document a été signé",
                text: "\(reader.asNameInMail)\(reader.alphabetsMark(in: language)) a signé «\u{A0}\(file.name.asNameInMail)\u{A0}»."
                    + (isReplacing ? Self.changed(language) : "")
            )
        case (.signedByAll(let last, let file, let isChanged), .en):
            NoticeWords(
                subject: isChanged ? "Everyone has signed; something was changed since" : "Everyone has signed",
                text: "Everyone who was invited to “\(file.name.asNameInMail)” has signed it. "
                    + "\(last.asNameInMail)\(last.alphabetsMark(in: language)) signed last."
                    + (isChanged ? Self.changed(language) : "")
            )
        case (.signedByAll(let last, let file, let isChanged), .ru):
            NoticeWords(
                subject: isChanged ? "Документ подписали все, но в нём есть изменения" : "Документ подписали все",
                text: "«\(file.name.asNameInMail)»: подписали все приглашённые. "
                    + "Последняя подпись: \(last.asNameInMail)\(last.alphabetsMark(in: language))."
                    + (isChanged ? Self.changed(language) : "")
            )
        case (.signedByAll(let last, let file, let isChanged), .fr):
            NoticeWords(
                subject: isChanged ? "Tout le monde a signé, avec une modification" : "Tout le monde a signé",
                text: "Toutes les personnes invitées ont signé «\u{A0}\(file.name.asNameInMail)\u{A0}». "
                    + "Dernière signature\u{A0}: \(last.asNameInMail)\(last.alphabetsMark(in: language))."
                    + (isChanged ? Self.changed(language) : "")
            )
        }
    }

    /// That a value which an earlier signer had read is another one now.
    private static func changed(_ language: Language) -> String {
        switch language {
        case .en: " A field that had been signed holds something else now. Open the document to see what was changed."
        case .ru: " Поле, которое уже было подписано, теперь заполнено иначе. Откройте документ, чтобы увидеть, что изменилось."
        case .fr: " Un champ déjà signé contient maintenant autre chose. Ouvrez le document pour voir ce qui a été modifié."
        }
    }

    private static func withdrawn(_ owner: String, _ file: SharedFile, _ language: Language) -> NoticeWords {
        let (name, title) = (name(owner, language), file.name.asNameInInvitation)
        return switch language {
        case .en:
            NoticeWords(
                subject: "A document was deleted",
                text: "\(name) deleted “\(title)”, which you could read. It is not among your documents any more, "
                    + "and comes back if it is restored within seven days."
            )
        case .ru:
            NoticeWords(
                subject: "Документ удалён",
                text: "Документ «\(title)», который вам был доступен, удалён. Кто удалил: \(name). "
                    + "Среди ваших документов его больше нет; если его восстановят в течение семи дней, он появится снова."
            )
        case .fr:
            NoticeWords(
                subject: "Un document a été supprimé",
                text: "\(name) a supprimé «\u{A0}\(title)\u{A0}», que vous pouviez lire. Il n’est plus parmi vos documents\u{A0}; "
                    + "s’il est restauré dans les sept jours, vous le retrouverez."
            )
        }
    }

    private static func removed(_ count: Int, _ language: Language) -> NoticeWords {
        switch language {
        case .en:
            NoticeWords(
                subject: "Documents were deleted from your Files",
                text: "Signed or shared documents were deleted from your Files: \(count). For seven days you can restore them under "
                    + "Documents → Recently deleted. If that was not you, restore them, and end the sessions that you do not know under More → Sessions."
            )
        case .ru:
            NoticeWords(
                subject: "Из ваших Файлов удалены документы",
                text: "Из ваших Файлов удалены подписанные или общие документы: \(count). Семь дней их можно восстановить: «Документы» → "
                    + "«Недавно удалённые». Если это сделали не вы, восстановите их и завершите незнакомые сеансы («Ещё» → «Сеансы»)."
            )
        case .fr:
            NoticeWords(
                subject: "Des documents de vos Fichiers ont été supprimés",
                text: "Des documents signés ou partagés ont été supprimés de vos Fichiers\u{A0}: \(count). Pendant sept jours, vous pouvez "
                    + "les restaurer sous Documents → Supprimés récemment. Si ce n’était pas vous, restaurez-les et mettez fin aux sessions "
                    + "que vous ne connaissez pas sous Plus → Sessions."
            )
        }
    }

    /// The owner, as a mail calls them to a person who may not know them.
    private static func name(_ owner: String, _ language: Language) -> String {
        owner.asNameInInvitation + owner.alphabetsMark(in: language)
    }
}

/// A file as mails name it and lead to it.
public struct SharedFile: Hashable, Sendable {
    public let id: String
    public let name: String

    /// Names a file by what its owner calls it, without `.pdf`: mail programs make links of what has a dot.
    public init(id: String, name: String) {
        self.id = id
        self.name = name.lowercased().hasSuffix(".pdf") && name.count > 4 ? String(name.dropLast(4)) : name
    }
}
