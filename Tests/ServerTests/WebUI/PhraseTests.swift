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
        for url in try Resources.built.files(in: "Templates") {
            for match in try String(contentsOf: url, encoding: .utf8).matches(of: /\bt\.([A-Za-z0-9.]+)/) {
                #expect(known.contains(String(match.1)), "\(url.lastPathComponent): \(match.1)")
            }
        }
    }

    @Test func everyTextThatModulesNameIsThere() throws {
        let known = try Set(Self.forms(Phrases(.en).tree).keys)
        var count = 0
        for url in try Resources.built.files(in: "Static") where url.pathExtension == "js" {
            for match in try String(contentsOf: url, encoding: .utf8).matches(of: /\btext\("([A-Za-z0-9.]+)"/) {
                #expect(known.contains("script.\(match.1)"), "\(url.lastPathComponent): \(match.1)")
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

    @Test func wordsInAPageCannotEndTheirElement() throws {
        for language in Language.allCases { #expect(try !Phrases(language).scriptWords.contains("<")) }
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
