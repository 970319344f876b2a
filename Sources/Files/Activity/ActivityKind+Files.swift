import ServerKit

/// What this domain notes among what happened with accounts; never what a file is called.
extension ActivityKind {
    /// All of them; one that stands below and not here fails `ActivityKindTests`.
    static let files: [ActivityKind] = [
        .fileKept, .fileMailed, .fileShared, .fileUnshared, .fileRemoved, .fileSignedByReader,
    ]

    static let fileKept = Self(
        "fileKept",
        icon: "files",
        en: "Document kept in Files",
        ru: "Документ сохранён в Файлах",
        fr: "Document gardé dans Fichiers"
    )
    static let fileMailed = Self(
        "fileMailed",
        icon: "mail",
        en: "Document sent by e-mail",
        ru: "Документ отправлен по почте",
        fr: "Document envoyé par e-mail"
    )
    static let fileShared = Self(
        "fileShared",
        icon: "people",
        en: "Somebody invited to a document",
        ru: "Открыт доступ к документу",
        fr: "Personne invitée à un document"
    )
    static let fileUnshared = Self(
        "fileUnshared",
        icon: "people",
        en: "Access to a document ended",
        ru: "Закрыт доступ к документу",
        fr: "Accès à un document retiré"
    )
    static let fileRemoved = Self(
        "fileRemoved",
        icon: "documents",
        en: "Document removed from Files",
        ru: "Документ удалён из Файлов",
        fr: "Document supprimé de Fichiers"
    )
    static let fileSignedByReader = Self(
        "fileSignedByReader",
        icon: "signature",
        en: "Your document was signed",
        ru: "Ваш документ подписан",
        fr: "Votre document a été signé"
    )
}
