import ParaphWire
import ServerKit

/// The text on biometric processing that people agree to; a changed text is a new version.
enum ConsentDocument {
    /// The version that is asked for now.
    static let version = "2026-11-25"

    /// The text in a language.
    static func text(in language: Language) -> ConsentText {
        ConsentText(version: version, language: language.rawValue, text: texts[language] ?? english)
    }

    /// Throws unless a version is the one that is asked for now.
    static func check(_ version: String, field: String) throws {
        guard version == Self.version else {
            throw Problem.invalid(field, .outdated, "is not the version in force, \(Self.version); show the text at /v1/consent first")
        }
    }

    private static let texts: [Language: String] = [.en: english, .ru: russian, .fr: french]

    private static let english = """
        How you draw your signature (its shape, speed and pressure) identifies you: it is biometric data. With your consent it is used to \
        recognise you when you sign in, approve something or sign a document, and for nothing else.
        Of a signature on a document its shape is kept too, without speed and pressure, and shown to those who see who signed that document; that of one given in an app is kept for 30 days, in case it comes to stand on a document.
        From your reference signatures a template is made; signatures accepted later may be added to it. \
        All of it is kept encrypted with a key of your own on this server. \
        Template and samples are not passed on, and nothing is trained with them.
        You may refuse; then recovery codes remain for signing in. You may withdraw your consent at any time under “Privacy and data”: template, samples and shapes \
        are then deleted at once. You can take away and delete everything that is kept of you there too.
        """

    private static let russian = """
        То, как вы рисуете свою подпись (её форма, скорость и нажим), позволяет вас опознать: это биометрические данные. С вашего согласия \
        они используются только для того, чтобы узнавать вас при входе, подтверждении действий и подписании документов.
        От подписи на документе хранится также её форма, без скорости и нажима; её видят те, кому видно, кто подписал этот документ; форма подписи, поставленной в приложении, хранится 30 дней на случай, если подпись окажется на документе.
        Из ваших образцов создаётся шаблон; позже к нему могут добавляться принятые подписи. \
        Всё это хранится на этом сервере зашифрованным вашим личным ключом. Шаблон и образцы никому не \
        передаются и не используются для обучения.
        Вы можете отказаться: тогда для входа остаются коды восстановления. Вы можете в любое время отозвать согласие в разделе «Приватность и данные»: шаблон, образцы и формы \
        будут сразу удалены. Там же можно получить и удалить всё, что о вас хранится.
        """

    private static let french = """
        Votre façon de tracer votre signature (sa forme, sa vitesse et sa pression) permet de vous identifier\u{A0}: ce sont des données \
        biométriques. Avec votre consentement, elles servent à vous reconnaître quand vous vous connectez, approuvez une action ou signez un \
        document, et à rien d’autre.
        D’une signature sur un document, la forme est conservée aussi, sans vitesse ni pression, et montrée à ceux qui voient qui a signé ce document\u{A0}; celle d’une signature donnée dans une application est gardée 30 jours, au cas où elle figurerait sur un document.
        Un modèle est créé à partir de vos signatures de référence\u{A0}; des signatures acceptées peuvent s’y ajouter plus tard. \
        Tout est conservé sur ce serveur, chiffré \
        avec une clé qui vous est propre. Le modèle et les échantillons ne sont pas transmis et ne servent à entraîner aucun modèle.
        Vous pouvez refuser\u{A0}: il reste alors les codes de secours pour vous connecter. Vous pouvez retirer votre consentement à tout moment dans «\u{A0}Vie privée et données\u{A0}»\u{A0}: le \
        modèle, les échantillons et les formes sont alors supprimés aussitôt. Vous pouvez aussi y récupérer et supprimer tout ce qui est conservé sur vous.
        """
}
