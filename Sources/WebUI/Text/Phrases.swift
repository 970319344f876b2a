import Foundation
import ParaphWire
import ServerKit

/// The texts of one language.
struct Phrases: Sendable {
    let language: Language
    /// All texts, as templates name them.
    let tree: Phrase
    /// The texts that modules use, as JSON that may stand in a page; those about documents apart.
    let scriptWords: String
    /// The texts of the modules that show documents, as JSON.
    let documentWords: String

    static let none = Phrases(language: .en, tree: .section([:]), scriptWords: "{}", documentWords: "{}")

    /// The areas whose modules are loaded where documents are shown, and not before.
    private static let documentAreas = ["Documents/", "Viewer/"]

    private init(language: Language, tree: Phrase, scriptWords: String, documentWords: String) {
        self.language = language
        self.tree = tree
        self.scriptWords = scriptWords
        self.documentWords = documentWords
    }

    /// Reads a language's texts out of all areas; those under `script` are the modules'.
    ///
    /// - Throws: ``WebUIError`` where a file is missing or is not what it should be, or two areas have the same section.
    init(_ language: Language, in resources: Resources = .built) throws {
        let files = try resources.files("json").filter { $0.name == language.rawValue }
        guard !files.isEmpty else { throw WebUIError("\(language.rawValue).json", "is in no area") }
        var sections: [String: Phrase] = [:]
        var scripts: [String: Phrase] = [:]
        var ofDocuments: Set<String> = []
        for file in files {
            for (key, phrase) in try Self.sections(of: file) {
                if key == "script", case .section(let words) = phrase {
                    for (key, words) in words { try Self.add(words, key, of: file, to: &scripts) }
                    if Self.documentAreas.contains(where: file.path.hasPrefix) { ofDocuments.formUnion(words.keys) }
                } else {
                    try Self.add(phrase, key, of: file, to: &sections)
                }
            }
        }
        sections["script"] = .section(scripts)
        self.init(
            language: language,
            tree: .section(sections),
            scriptWords: try Self.json(scripts.filter { !ofDocuments.contains($0.key) }),
            documentWords: try Self.json(scripts.filter { ofDocuments.contains($0.key) })
        )
    }

    private static func json(_ words: [String: Phrase]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Phrase.section(words)), as: UTF8.self).replacing("<", with: "\\u003c")
    }

    private static func sections(of file: Resources.File) throws -> [String: Phrase] {
        do {
            let data = try Data(contentsOf: file.url)
            // A section that stands twice would hide the other's words.
            try JSONBody.checkShape(Array(data))
            guard case .section(let sections) = try JSONDecoder().decode(Phrase.self, from: data) else {
                throw WebUIError(file.path, "has no sections")
            }
            return sections
        } catch let error as DecodingError {
            throw WebUIError(file.path, "is not as it should be: \(error)")
        } catch let problem as Problem {
            throw WebUIError(file.path, "is not as it should be: \(problem.detail ?? problem.title)")
        }
    }

    private static func add(_ phrase: Phrase, _ key: String, of file: Resources.File, to sections: inout [String: Phrase]) throws {
        guard sections.updateValue(phrase, forKey: key) == nil else {
            throw WebUIError(file.path, "has the section \(key), as another area has")
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
