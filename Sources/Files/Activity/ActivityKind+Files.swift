import ServerKit

/// What this domain notes among what happened with accounts; never what a file is called.
extension ActivityKind {
    /// All of them; one that stands below and not here fails `ActivityKindTests`.
    static let files: [ActivityKind] = [
        .fileStored, .fileMailed, .fileShared, .fileInvited, .fileUnshared, .fileRemoved, .fileRestored, .fileSignedByReader,
        .fileSignedByAll,
    ]

    static let fileStored = Self(
        "fileStored",
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
        en: "Invitation to a document sent",
        ru: "Приглашение к документу отправлено",
        fr: "Invitation à un document envoyée",
        naming: LocalizedText(en: "You invited {name}", ru: "Вы пригласили: {name}", fr: "Vous avez invité {name}")
    )
    static let fileInvited = Self(
        "fileInvited",
        icon: "people",
        en: "You are invited to sign a document",
        ru: "Вас приглашают подписать документ",
        fr: "Vous êtes invité à signer un document",
        naming: LocalizedText(
            en: "{name} invites you to sign",
            ru: "{name} приглашает вас подписать документ",
            fr: "{name} vous invite à signer un document"
        )
    )
    static let fileUnshared = Self(
        "fileUnshared",
        icon: "people",
        en: "Access to a document ended",
        ru: "Закрыт доступ к документу",
        fr: "Accès à un document retiré",
        naming: LocalizedText(en: "You ended {name}’s access", ru: "Закрыт доступ: {name}", fr: "Accès retiré\u{A0}: {name}")
    )
    static let fileRemoved = Self(
        "fileRemoved",
        icon: "documents",
        en: "Document removed from Files",
        ru: "Документ удалён из Файлов",
        fr: "Document supprimé de Fichiers"
    )
    static let fileRestored = Self(
        "fileRestored",
        icon: "files",
        en: "Deleted document restored",
        ru: "Удалённый документ восстановлен",
        fr: "Document supprimé restauré"
    )
    static let fileSignedByReader = Self(
        "fileSignedByReader",
        icon: "signature",
        en: "Your document was signed",
        ru: "Ваш документ подписан",
        fr: "Votre document a été signé",
        naming: LocalizedText(en: "{name} signed your document", ru: "Ваш документ подписан: {name}", fr: "{name} a signé votre document")
    )
    static let fileSignedByAll = Self(
        "fileSignedByAll",
        icon: "yes",
        en: "Everyone invited has signed",
        ru: "Все приглашённые подписали",
        fr: "Toutes les personnes invitées ont signé"
    )
}
