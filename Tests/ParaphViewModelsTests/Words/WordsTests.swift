import Foundation
import ServerKit
import Testing

@testable import ParaphViewModels
@testable import WebUI

/// The texts of the screens are those of the web app.
@Suite struct WordsTests {
    @Test(arguments: Words.Language.allCases) func everyTextIsTheWebApps(_ language: Words.Language) throws {
        let (words, phrases) = (Words(language), try Phrases(try #require(Language(rawValue: language.rawValue))))
        #expect(words.keys.count > 100)
        for key in words.keys where !key.hasPrefix("app.") {
            for count in [0, 1, 2, 5, 21] { #expect(words(key, count: count) == phrases[key, count: count], "\(language) \(key)") }
        }
    }

    @Test func everyLanguageHasTheSameTexts() {
        #expect(Words(.fr).keys == Words(.en).keys)
        #expect(Words(.ru).keys == Words(.en).keys)
    }

    @Test func countsChooseTheForm() {
        #expect(Words(.en)("script.draw.more", count: 1) == "Sign once more, as you usually do.")
        #expect(Words(.en)("script.draw.more", count: 3) == "Sign 3 more times, as you usually do.")
        for number in [1, 2, 5, 11, 12, 21, 22, 111, 112] {
            let category = WebUI.PluralRule.category(of: number, in: .ru)
            #expect(ParaphViewModels.PluralRule.category(of: number, in: .ru) == category)
        }
    }

    @Test func whatIsMissingIsItsKey() {
        #expect(Words(.en)("no.such") == "no.such")
        #expect(Words(.en).known("script.reason.later") == nil)
    }

    @Test(arguments: [
        (["ru-RU", "en"], Words.Language.ru), (["fr-CA"], .fr), (["de-DE", "fr"], .en), ([], .en), (["en-GB"], .en),
    ])
    func theDevicesFirstLanguageCounts(_ preferred: [String], _ language: Words.Language) {
        #expect(Words.Language(preferred) == language)
    }

    @Test func valuesAreWrittenAsPeopleDo() {
        #expect(Words(.en).similarity(0.999) == "0.99")
        #expect(Words(.ru).similarity(1) == "1,00")
        #expect(Words(.fr).similarity(.nan) == "0,00")
        #expect(Words(.en).list([2, 5, 7]).contains("2, 5"))
        #expect(Words(.en).countdown(9) == "0:09" && Words(.en).countdown(75) == "1:15")
    }
}
