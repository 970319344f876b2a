import Foundation

/// The bank's words, in the language of the browser.
struct BankWords: Sendable {
    /// The language's tag.
    let language: String
    private let words: [String: String]

    private static let tables: [String: [String: String]] = {
        guard let url = Bundle.module.url(forResource: "words", withExtension: "json", subdirectory: "Resources"),
            let data = try? Data(contentsOf: url), let tables = try? JSONDecoder().decode([String: [String: String]].self, from: data)
        else { return [:] }
        return tables
    }()

    /// The words for what a browser accepts (RFC 9110, section 12.5.4); English where it knows none of the three.
    init(accepting header: String?) {
        let wanted = (header ?? "").split(separator: ",").map {
            $0.split(separator: ";")[0].trimmingCharacters(in: .whitespaces).prefix(2).lowercased()
        }
        language = wanted.first { Self.tables[$0] != nil } ?? "en"
        words = Self.tables[language] ?? [:]
    }

    /// A text by its key.
    subscript(key: String) -> String { words[key] ?? key }

    /// A text that may say how long to wait, in whole minutes.
    func text(_ key: String, minutes seconds: Int?) -> String {
        self[key].replacing("{minutes}", with: "\(((seconds ?? 60) + 59) / 60)")
    }

    /// All of them, for a page.
    var all: [String: String] { words }

    /// An amount in euros, as the language writes it.
    func money(_ cents: Int) -> String {
        let (whole, rest) = (abs(cents) / 100, abs(cents) % 100)
        var digits = String(whole)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(contentsOf: language == "en" ? "," : "\u{A0}", at: digits.index(digits.startIndex, offsetBy: place))
        }
        return "\(cents < 0 ? "\u{2212}" : "")\(digits)\(language == "en" ? "." : ",")\(rest < 10 ? "0" : "")\(rest)\u{A0}€"
    }
}
