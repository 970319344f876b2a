import ParaphWire
import ServerKit

/// What an approval is for, as the person reads it before they sign.
struct ApprovalSubject: Hashable, Sendable {
    var name: String
    /// Whether the person, or an administrator, looked at the name; it is unverified otherwise.
    var isKnown = true
}

extension ApprovalSubject {
    /// An app: its name in one line without what looks like an address, and isolated so that its direction turns nothing around (UAX #9,
    /// section 2.4).
    init(_ app: AppRecord) {
        self.init(name: "\u{2068}\(app.name.asNameInMail)\u{2069}", isKnown: app.nameApproved)
    }
}

extension ChallengePurpose {
    /// What the person agrees to about an app; of an unreviewed one it is said that it calls itself so.
    func appMessage(_ app: ApprovalSubject?, in language: Language, host: String) -> String {
        let name = app?.name ?? ""
        let isKnown = app?.isKnown ?? false
        switch language {
        case .en:
            let app = isKnown ? "the app “\(name)”" : "an app that calls itself “\(name)”"
            return switch self {
            case .allowApp: "Let \(app) ask for your signature at \(host)"
            case .allowAppSignature: "Let \(app) keep a signature of yours, for this app only, at \(host)"
            case .renewAppKey: "Give the app “\(name)” a new key, at \(host)"
            case .deleteApp: "Delete the app “\(name)” and what people enrolled in it, at \(host)"
            default: "End what \(app) may do at \(host)"
            }
        case .ru:
            let ownName = name
            let name = isKnown ? " «\(name)»" : ", которое называет себя «\(name)»,"
            return switch self {
            case .allowApp: "Разрешение приложению\(name) запрашивать вашу подпись на \(host)"
            case .allowAppSignature: "Разрешение приложению\(name) хранить образец вашей подписи, только для него, на \(host)"
            case .renewAppKey: "Новый ключ вашего приложения «\(ownName)» на \(host)"
            case .deleteApp: "Удаление вашего приложения «\(ownName)» с образцами подписей, созданными в нём, на \(host)"
            default: "Отзыв доступа приложения\(name) на \(host)"
            }
        case .fr:
            let app = isKnown ? "de l’application «\u{A0}\(name)\u{A0}»" : "d’une application qui se nomme «\u{A0}\(name)\u{A0}»"
            return switch self {
            case .allowApp: "Autorisation \(app) à demander votre signature sur \(host)"
            case .allowAppSignature: "Autorisation \(app) à garder une signature de vous, pour elle seule, sur \(host)"
            case .renewAppKey: "Nouvelle clé de votre application «\u{A0}\(name)\u{A0}» sur \(host)"
            case .deleteApp: "Suppression de votre application «\u{A0}\(name)\u{A0}» et des signatures qui y sont enregistrées, sur \(host)"
            default: "Fin de l’accès \(app) sur \(host)"
            }
        }
    }
}
