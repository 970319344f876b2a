import Foundation
import ParaphVerification
import ServerKit
import Testing

@testable import WebUI

struct PhraseTests {
    private static func forms(_ phrase: Phrase, _ path: String = "") -> [String: Set<String>] {
        switch phrase {
        case .text: [path: []]
        case .forms(let forms): [path: Set(forms.keys)]
        case .section(let section):
            section.reduce(into: [:]) { $0.merge(forms($1.value, path.isEmpty ? $1.key : "\(path).\($1.key)")) { $1 } }
        }
    }

    /// The names in braces of every text under a key.
    private static func places(_ phrase: Phrase, _ path: String = "") -> [String: Set<String>] {
        func names(_ text: String) -> Set<String> { Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) }) }
        switch phrase {
        case .text(let text): return [path: names(text)]
        case .forms(let forms): return [path: forms.values.reduce(into: []) { $0.formUnion(names($1)) }]
        case .section(let section):
            return section.reduce(into: [:]) { $0.merge(places($1.value, path.isEmpty ? $1.key : "\(path).\($1.key)")) { $1 } }
        }
    }

    @Test func allLanguagesHaveTheSameTexts() throws {
        let english = try Self.places(Phrases(.en).tree)
        for language in [Language.ru, .fr] {
            let other = try Self.places(Phrases(language).tree)
            #expect(Set(english.keys).symmetricDifference(other.keys) == [])
            for (key, names) in english { #expect(other[key] == names, "\(language) \(key)") }
        }
    }

    @Test(arguments: [
        (Language.en, ["one", "other"] as Set), (.fr, ["one", "other"] as Set), (.ru, ["one", "few", "many", "other"] as Set),
    ])
    func countedTextsHaveEveryPluralForm(_ language: Language, _ needed: Set<String>) throws {
        for (key, forms) in try Self.forms(Phrases(language).tree) where !forms.isEmpty {
            #expect(forms.isSuperset(of: needed), "\(language) \(key)")
        }
    }

    @Test func everyTextThatTemplatesNameIsThere() throws {
        let known = try Set(Self.forms(Phrases(.en).tree).keys)
        for file in try Resources.built.files("mustache") {
            for match in try String(contentsOf: file.url, encoding: .utf8).matches(of: /\bt\.([A-Za-z0-9.]+)/) {
                #expect(known.contains(String(match.1)), "\(file.path): \(match.1)")
            }
        }
    }

    @Test func everyTextThatModulesNameIsThere() throws {
        let known = try Set(Self.forms(Phrases(.en).tree).keys)
        var count = 0
        for file in try Resources.built.files("js") {
            for match in try String(contentsOf: file.url, encoding: .utf8).matches(of: /\btext\("([A-Za-z0-9.]+)"/) {
                #expect(known.contains("script.\(match.1)"), "\(file.path): \(match.1)")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test(arguments: Language.allCases)
    func everyWarningAndRefusalHasWords(_ language: Language) throws {
        let phrases = try Phrases(language)
        let warnings = EnrolmentWarning.allCases.map { "script.warning.\($0.rawValue)" }
        for key in warnings + Refusal.allCases.map({ "script.reason.\($0.rawValue)" }) { #expect(phrases[key] != key) }
    }

    @Test(arguments: [
        (1, "one"), (21, "one"), (2, "few"), (34, "few"), (5, "many"), (11, "many"), (12, "many"), (111, "many"), (0, "many"),
    ])
    func russianCounts(_ number: Int, _ category: String) {
        #expect(PluralRule.category(of: number, in: .ru) == category)
    }

    @Test func countsChooseTheForm() throws {
        let russian = try Phrases(.ru)
        #expect(russian["codes.left", count: 1] == "Остался 1 код.")
        #expect(russian["codes.left", count: 3] == "Осталось 3 кода.")
        #expect(russian["codes.left", count: 10] == "Осталось 10 кодов.")
        #expect(try Phrases(.fr)["codes.left", count: 0] == "Il reste 0 code.")
    }

    /// The words that lost against others for the same thing: CONTRIBUTING.md has the table.
    private static let lost: [(Language, String)] = [
        (.en, #"(?i)\b(emails?|log[ -]?in|log[ -]?out)\b"#),
        (.ru, #"(?i)аккаунт|им(я|ени|енем) пользовател|роспис|рисун(ок|к[иоаеу])|«файл|приватн\w+ окн|соединени|напечат|слишком вел[иь]к"#),
        (.fr, #"(?i)\baccord\b|trop grande?s?\b|sessions? (est |a été )?fermée|ressemblance"#),
    ]

    /// The French words for samples and for taking away stand for another thing elsewhere.
    private static let lostInPages: [(Language, String, besides: Set<String>)] = [
        (.fr, #"(?i)modèle"#, []),
        (
            .fr, #"(?i)\bretir"#,
            [
                "consent.withdraw", "consent.withdrawAsk",
                "script.files.dismiss", "script.files.dismissOf", "script.files.unloaded.notFound", "script.files.problem.notFound",
                "script.files.problem.tooManyReaders", "script.signing.remove", "script.signing.restored",
            ]
        ),
    ]

    private static func texts(_ phrase: Phrase, _ path: String = "") -> [(key: String, text: String)] {
        switch phrase {
        case .text(let text): [(path, text)]
        case .forms(let forms): forms.values.map { (path, $0) }
        case .section(let section): section.flatMap { texts($1, path.isEmpty ? $0 : "\(path).\($0)") }
        }
    }

    @Test func pagesHaveOneWordForOneThing() throws {
        for (language, words, besides) in Self.lost.map({ ($0, $1, Set<String>()) }) + Self.lostInPages {
            let regex = try Regex(words)
            for (key, text) in Self.texts(try Phrases(language).tree) where !besides.contains(key) {
                // What stands in braces is a name.
                #expect(text.replacing(/\{\w+\}/, with: "").firstMatch(of: regex) == nil, "\(language) \(key): \(text)")
            }
        }
    }

    @Test func lettersAndCertificatesHaveTheSameWords() throws {
        var count = 0
        try Self.everyLineOfModules { file, line in
            let isRussian = line.contains(/\p{Cyrillic}/)
            let isFrench = !isRussian && line.contains(/[«éèêàçœ]/)
            guard isRussian || isFrench else { return }
            count += 1
            for (language, words) in Self.lost where language == (isRussian ? .ru : .fr) {
                let regex = try Regex(words)
                #expect(line.firstMatch(of: regex) == nil, "\(file): \(line)")
            }
        }
        #expect(count > 200)
    }

    /// The lines of all modules but this one's, each with the name of its file.
    private static func everyLineOfModules(_ look: (String, Substring) throws -> Void) throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0 != "WebUI" }
        for module in modules {
            let files = try #require(FileManager.default.enumerator(at: sources.appending(path: module), includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") { try look(file.lastPathComponent, line) }
            }
        }
    }

    /// A plain space before the signs that French sets apart: there a line may break, and the sign begins the next one.
    private static let loose = #"\S [?!:;»](?![A-Za-z/])|« "#

    @Test func frenchSignsKeepToTheirWords() throws {
        let loose = try Regex(Self.loose)
        for (key, text) in Self.texts(try Phrases(.fr).tree) { #expect(text.firstMatch(of: loose) == nil, "\(key): \(text)") }
    }

    @Test func frenchSignsKeepToTheirWordsInLettersAndCertificates() throws {
        let loose = try Regex(Self.loose)
        var count = 0
        try Self.everyLineOfModules { file, line in
            guard !line.contains(/\p{Cyrillic}/), line.contains(/[«éèêàçœ]|\bv(otre|ous)\b/) else { return }
            count += 1
            // Conditions have the same signs.
            let words = line.replacing(/\\\([^()]*(\([^()]*\)[^()]*)*\)/, with: "x").replacing(/" : "| \?{1,2} "/, with: "")
            #expect(words.firstMatch(of: loose) == nil, "\(file): \(line)")
        }
        #expect(count > 100)
    }

    @Test func wordsInAPageCannotEndTheirElement() throws {
        for language in Language.allCases {
            let phrases = try Phrases(language)
            #expect(!phrases.scriptWords.contains("<") && !phrases.documentWords.contains("<"))
        }
    }

    @Test(arguments: [(0.5, "0.50"), (0.999, "0.99"), (1, "1.00"), (.nan, "0.00"), (1e308, "1.00"), (-1, "0.00")])
    func similaritiesAreCut(_ value: Double, _ shown: String) {
        #expect(value.shown(.en) == shown)
        #expect(value.shown(.ru) == shown.replacing(".", with: ","))
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "documents", "", "/a b", "/\u{7}"])
    func pathsThatLeadElsewhereAreRefused(_ text: String) {
        #expect(LocalPath(text) == nil)
    }

    @Test func pathsOfThisSiteAreKept() {
        #expect(LocalPath("/devices/requests/1?x=2")?.text == "/devices/requests/1?x=2")
    }
}
