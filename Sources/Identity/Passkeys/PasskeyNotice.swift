import ServerKit

/// The mails about passkeys, in the languages that Paraph speaks.
enum PasskeyNotice: Sendable {
    case added(name: String)
    case removed(name: String)
    /// The counter went back.
    case refused(name: String)

    func english(undo: String) -> (String, String) {
        switch self {
        case .added(let name):
            ("A passkey was added", "The passkey “\(name.asNameInMail)” was added to your account and can now sign you in.\n\n\(undo)")
        case .removed(let name): ("A passkey was removed", "The passkey “\(name.asNameInMail)” was removed from your account.\n\n\(undo)")
        case .refused(let name):
            (
                "A passkey may have been copied",
                "The passkey “\(name.asNameInMail)” was not accepted: its counter went back, as happens when somebody has a copy of it. Remove it, and "
                    + "add a new one."
            )
        }
    }

    func russian(undo: String) -> (String, String) {
        switch self {
        case .added(let name):
            ("Добавлен ключ доступа", "Ключ доступа «\(name.asNameInMail)» добавлен и может использоваться для входа.\n\n\(undo)")
        case .removed(let name): ("Ключ доступа удалён", "Ключ доступа «\(name.asNameInMail)» удалён из вашей учётной записи.\n\n\(undo)")
        case .refused(let name):
            (
                "Ключ доступа мог быть скопирован",
                "Ключ доступа «\(name.asNameInMail)» не принят: его счётчик пошёл назад, как бывает, когда у кого-то есть его копия. Удалите его и "
                    + "добавьте новый."
            )
        }
    }

    func french(undo: String) -> (String, String) {
        switch self {
        case .added(let name):
            (
                "Une clé d’accès a été ajoutée",
                "La clé d’accès «\u{A0}\(name.asNameInMail)\u{A0}» a été ajoutée et peut vous connecter.\n\n\(undo)"
            )
        case .removed(let name):
            (
                "Une clé d’accès a été supprimée",
                "La clé d’accès «\u{A0}\(name.asNameInMail)\u{A0}» a été supprimée de votre compte.\n\n\(undo)"
            )
        case .refused(let name):
            (
                "Une clé d’accès a peut-être été copiée",
                "La clé d’accès «\u{A0}\(name.asNameInMail)\u{A0}» a été refusée\u{A0}: son compteur est revenu en arrière, comme lorsque quelqu’un en a une copie. "
                    + "Supprimez-la et ajoutez-en une nouvelle."
            )
        }
    }
}
