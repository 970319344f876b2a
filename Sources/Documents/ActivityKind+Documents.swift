import ServerKit

/// What this domain notes among what happened with accounts.
extension ActivityKind {
    /// All of them; one that stands below and not here fails `ActivityKindTests`.
    static let documents: [ActivityKind] = [.documentSigned]

    static let documentSigned = Self(
        "documentSigned",
        icon: "signature",
        en: "Document signed",
        ru: "Документ подписан",
        fr: "Document signé"
    )
}
