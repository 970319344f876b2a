import ParaphWire
import ServerKit

extension TokenScope {
    /// That a client learns who the person is to it (OpenID Connect Core 1.0, section 3.1.2.1).
    static let openid = TokenScope("openid")
    /// The person's name (section 5.4).
    static let profile = TokenScope("profile")
    /// The person's address (section 5.4).
    static let email = TokenScope("email")
}

/// What tokens tell of a person.
extension ScopeDeclaration {
    static let identity = [
        ScopeDeclaration(
            .openid,
            opens: UserInfoService.routes,
            rights: [
                LocalizedText(en: "know that it is you", ru: "знать, что это вы", fr: "savoir que c’est bien vous")
            ],
            clients: .asked
        ),
        ScopeDeclaration(
            .profile,
            opens: [],
            rights: [
                LocalizedText(
                    en: "see your name and username",
                    ru: "видеть ваше имя и имя для входа",
                    fr: "voir votre nom et votre nom d’utilisateur"
                )
            ],
            clients: .asked
        ),
        ScopeDeclaration(
            .email,
            opens: [],
            rights: [
                LocalizedText(en: "see your e-mail address", ru: "видеть ваш адрес почты", fr: "voir votre adresse e-mail")
            ],
            clients: .asked
        ),
    ]
}
