/// A text in every language that Paraph speaks; a language that is forgotten does not compile.
public struct LocalizedText: Hashable, Sendable {
    private let en, ru, fr: String

    /// Makes a text of its translations.
    public init(en: String, ru: String, fr: String) {
        self.en = en
        self.ru = ru
        self.fr = fr
    }

    /// The text in a language.
    public subscript(language: Language) -> String {
        switch language {
        case .en: en
        case .ru: ru
        case .fr: fr
        }
    }
}
