import ParaphWire
import ServerKit

extension TokenScope {
    /// That a client learns who the person is to it (OpenID Connect Core 1.0, section 3.1.2.1).
    static let openid = TokenScope("openid")
    /// The person's name (section 5.4).
    static let profile = TokenScope("profile")
    /// The person's address (section 5.4).
    static let email = TokenScope("email")
    /// Where the person registered, as far as they told it (section 5.4).
    static let address = TokenScope("address")
    /// The person's telephone number (section 5.4).
    static let phone = TokenScope("phone")
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
        ScopeDeclaration(
            .address,
            opens: [],
            rights: [
                LocalizedText(
                    en: "see the city and country where you registered",
                    ru: "видеть город и страну, где вы зарегистрировались",
                    fr: "voir la ville et le pays où vous vous êtes inscrit"
                )
            ],
            clients: .asked
        ),
        ScopeDeclaration(
            .phone,
            opens: [],
            rights: [
                LocalizedText(en: "see your phone number", ru: "видеть ваш номер телефона", fr: "voir votre numéro de téléphone")
            ],
            clients: .asked
        ),
    ]
}
