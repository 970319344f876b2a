public import ServerKit

/// A domain that declares words and a scope for clients, and that keeps nothing.
public struct MadeUpDomain: QuietDomain {
    public static let scopes = [
        ScopeDeclaration(
            TokenScope("service"),
            opens: [],
            rights: [LocalizedText(en: "see your <b>", ru: "видеть", fr: "voir")],
            clients: .assumed,
            refused: ["credential": "Ask for service."]
        ),
        ScopeDeclaration(TokenScope("notes"), opens: [], rights: [LocalizedText(en: "read", ru: "читать", fr: "lire")]),
    ]
    public static let activityKinds = [
        ActivityKind("signedIn", icon: "signature", isWarning: true, en: "Came in", ru: "Вход", fr: "Entrée"),
        ActivityKind(
            "fileShared",
            icon: "people",
            en: "Let in",
            ru: "Впущен",
            fr: "Invité",
            naming: LocalizedText(en: "You let {name} in", ru: "Впущен: {name}", fr: "{name} invité")
        ),
    ]
}
