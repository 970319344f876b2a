import Foundation
import ParaphWire
import ServerKit

/// The texts of one language.
struct Phrases: Sendable {
    let language: Language
    /// All texts, as templates name them.
    let tree: Phrase
    /// The texts that modules use, as JSON that may stand in a page.
    let scriptWords: String

    static let none = Phrases(language: .en, tree: .section([:]), scriptWords: "{}")

    private init(language: Language, tree: Phrase, scriptWords: String) {
        self.language = language
        self.tree = tree
        self.scriptWords = scriptWords
    }

    /// Reads a language's texts.
    ///
    /// - Throws: ``WebUIError`` where the file is missing or is not what it should be.
    init(_ language: Language, in resources: Resources = .built) throws {
        let name = "\(language.rawValue).json"
        guard let url = try resources.files(in: "Strings").first(where: { $0.lastPathComponent == name }) else {
            throw WebUIError("Strings/\(name)", "is missing")
        }
        do {
            let data = try Data(contentsOf: url)
            // A section that stands twice would hide the other's words.
            try JSONBody.checkShape(Array(data))
            let tree = try JSONDecoder().decode(Phrase.self, from: data)
            guard case .section(let sections) = tree, let script = sections["script"] else {
                throw WebUIError("Strings/\(name)", "has no section script")
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let words = String(decoding: try encoder.encode(script), as: UTF8.self)
            self.init(language: language, tree: tree, scriptWords: words.replacing("<", with: "\\u003c"))
        } catch let error as DecodingError {
            throw WebUIError("Strings/\(name)", "is not as it should be: \(error)")
        } catch let problem as Problem {
            throw WebUIError("Strings/\(name)", "is not as it should be: \(problem.detail ?? problem.title)")
        }
    }

    /// The text of a key such as `device.title`, with each `{name}` filled in; `count` also chooses the plural form.
    ///
    /// A missing text is its key.
    subscript(_ key: String, values: [String: String] = [:], count number: Int? = nil) -> String {
        var phrase: Phrase? = tree
        for part in key.split(separator: ".") {
            guard case .section(let section) = phrase else { return key }
            phrase = section[String(part)]
        }
        var text: String
        switch phrase {
        case .text(let found): text = found
        case .forms(let forms): text = forms[PluralRule.category(of: number ?? 0, in: language)] ?? forms["other"] ?? key
        default: return key
        }
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        if let number { text = text.replacing("{count}", with: String(number)) }
        return text
    }
}
