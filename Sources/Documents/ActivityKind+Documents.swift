public import ServerKit

/// What this domain notes among what happened with accounts; never what a file is called.
extension ActivityKind {
    /// All of them; one that stands below and not here fails `ActivityKindTests`.
    static let documents: [ActivityKind] = [
        .documentKept, .documentMailed, .documentShared, .documentUnshared, .documentRemoved, .documentSignedByReader,
    ]

    static let documentKept = Self(
        "documentKept",
        icon: "files",
        en: "Document kept in Files",
        ru: "Документ сохранён в Файлах",
        fr: "Document gardé dans Fichiers"
    )
    static let documentMailed = Self(
        "documentMailed",
        icon: "mail",
        en: "Document sent by e-mail",
        ru: "Документ отправлен по почте",
        fr: "Document envoyé par e-mail"
    )
    static let documentShared = Self(
        "documentShared",
        icon: "people",
        en: "Somebody invited to a document",
        ru: "Открыт доступ к документу",
        fr: "Personne invitée à un document"
    )
    static let documentUnshared = Self(
        "documentUnshared",
        icon: "people",
        en: "Access to a document ended",
        ru: "Закрыт доступ к документу",
        fr: "Accès à un document retiré"
    )
    static let documentRemoved = Self(
        "documentRemoved",
        icon: "documents",
        en: "Document removed from Files",
        ru: "Документ удалён из Файлов",
        fr: "Document supprimé de Fichiers"
    )
    static let documentSignedByReader = Self(
        "documentSignedByReader",
        icon: "signature",
        en: "Your document was signed",
        ru: "Ваш документ подписан",
        fr: "Votre document a été signé"
    )
}

extension KeptDeed {
    /// What is noted of it.
    public var activity: ActivityKind {
        switch self {
        case .kept: .documentKept
        case .mailed: .documentMailed
        case .shared: .documentShared
        case .unshared: .documentUnshared
        case .removed: .documentRemoved
        }
    }

    /// What is noted of an owner's document that a reader signed.
    public static let signedActivity = ActivityKind.documentSignedByReader
}
