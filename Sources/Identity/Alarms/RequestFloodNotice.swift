import ParaphWire
import ServerKit

/// Tells a person that a program asked them too often; once a day at most.
struct RequestFloodNotice: Notice {
    /// The name that an administrator gave the program; `nil` for a token.
    let client: String?

    var kind: NoticeKind { NoticeKind("requestFlood", alert: .notices) }
    var path: String { "/requests" }

    func words(in language: Language) -> NoticeWords {
        switch language {
        case .en:
            NoticeWords(
                subject: "A program asks you too often",
                text: "\(client.map { "“\($0.asNameInMail)”" } ?? "A program") asked for your signature so often that it must wait "
                    + "now. Sign only what you "
                    + "began yourself. If this was not you, open the request and choose “Not me”: then that program can ask you "
                    + "nothing more."
            )
        case .ru:
            NoticeWords(
                subject: "Программа слишком часто обращается к вам",
                text: "\(client.map { "«\($0.asNameInMail)»" } ?? "Программа"): подпись запрашивали так часто, что теперь программе "
                    + "придётся подождать. "
                    + "Подписывайте только то, что начали сами. Если это были не вы, откройте запрос и выберите «Это не я»: больше "
                    + "эта программа "
                    + "не сможет к вам обращаться."
            )
        case .fr:
            NoticeWords(
                subject: "Un programme vous sollicite trop souvent",
                text: "\(client.map { "«\u{A0}\($0.asNameInMail)\u{A0}»" } ?? "Un programme") a demandé votre signature si souvent "
                    + "qu’il doit maintenant "
                    + "attendre. Ne signez que ce que vous avez commencé vous-même. Si ce n’était pas vous, ouvrez la demande et "
                    + "choisissez "
                    + "«\u{A0}Ce n’est pas moi\u{A0}»\u{A0}: ce programme ne pourra plus rien vous demander."
            )
        }
    }
}
