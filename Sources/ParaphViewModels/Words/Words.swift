import Foundation

/// The texts of the screens in one language: those of the web app, and few that only apps say.
///
/// A text is named by its key in the catalogue, `Sources/WebUI/Areas/*/en.json`. What is not in it does not pass `scripts/check-layout`.
///
/// ```swift
/// let words = Words(.preferred)
/// let title = words("register.title")
/// ```
nonisolated public struct Words: Sendable {
    /// A language that Paraph speaks.
    public enum Language: String, Hashable, Sendable, CaseIterable {
        case en, fr, ru

        /// The device's language where it is one of these, else English.
        public static var preferred: Language { Language(Locale.preferredLanguages) }

        /// The first of some languages, such as `fr-CA`, if it is one of these; else English.
        init(_ preferred: [String]) {
            let first = preferred.first.flatMap { Locale(identifier: $0).language.languageCode?.identifier }
            self = first.flatMap(Language.init(rawValue:)) ?? .en
        }
    }

    /// The texts' language.
    public let language: Language
    private let texts: [Substring: Substring]

    /// Takes the texts of a language.
    public init(_ language: Language = .preferred) {
        self.language = language
        switch language {
        case .en: texts = Self.english
        case .fr: texts = Self.french
        case .ru: texts = Self.russian
        }
    }

    private static let english = texts(of: WordsTable.english, WordsTable.englishScript)
    private static let french = texts(of: WordsTable.french, WordsTable.frenchScript)
    private static let russian = texts(of: WordsTable.russian, WordsTable.russianScript)

    private static func texts(of tables: String...) -> [Substring: Substring] {
        var texts: [Substring: Substring] = [:]
        for line in tables.flatMap({ $0.split(separator: "\n") }) {
            guard let sign = line.firstIndex(of: "=") else { continue }
            texts[line[..<sign]] = line[line.index(after: sign)...]
        }
        return texts
    }

    /// The text of a key, each `{name}` filled in; `count` also chooses the plural form.
    ///
    /// A text that there is not is its key.
    public func callAsFunction(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        let form = PluralRule.category(of: count ?? 0, in: language)
        let found = texts[key[...]] ?? texts["\(key)[\(form)]"[...]] ?? texts["\(key)[other]"[...]]
        guard let found else { return key }
        var text = String(found).replacing("\\n", with: "\n")
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        if let count { text = text.replacing("{count}", with: number(count)) }
        return text
    }

    /// Whether there is a text, for words of a server that may be newer.
    func knows(_ key: String) -> Bool { texts[key[...]] != nil || texts["\(key)[other]"[...]] != nil }

    /// The text of a key, where there is one.
    func known(_ key: String) -> String? { knows(key) ? self(key) : nil }

    /// All keys, plural forms as one.
    var keys: Set<String> { Set(texts.keys.map { String($0.prefix { $0 != "[" }) }) }
}
