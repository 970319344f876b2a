import ParaphWire
import ServerKit
import Testing

@testable import WebUI

/// What went wrong is said in the person's words: every problem's code that a page can meet has a text of its own, in every language.
struct ProblemWordsTests {
    /// Where pages look for the words of a code, as keys of sections; `page` is for pages that are only a problem.
    private static let sections = [
        "script.problem", "script.files", "script.files.problem", "script.files.unsigned", "script.files.unsent", "script.files.unloaded",
        "script.documents.problem", "script.signing.problem", "page",
    ]

    /// The codes without words, and why none are missing.
    private static let unmet: [ProblemCode: String] = [
        .apiKeyRequired: "apps only",
        .appRefused: "apps only",
        .cannotAnswer: "programs only",
        .circumstancesNotAllowed: "a page that told too late says nothing: the signature stands",
        .confirmHere: "leads to another page",
        .emailTaken: "administrators only",
        .formRefused: "says which fields it emptied",
        .insufficientScope: "tokens only",
        .methodNotAllowed: "pages call what is there",
        .otherVersion: "a download begins anew",
        .outsideFile: "a download begins anew",
        .ownSessionRequired: "apps only",
        .previousMissing: "pages always name the version",
        .programRequired: "programs only",
        .repeatedSignature: "pages name one signature",
        .requestsBlocked: "programs only",
        .severalPeople: "administrators only",
        .usernameTaken: "is said at the field",
        .wouldHide: "is said at the place of the signature",
        .wrongOffset: "an upload goes on where the server is",
    ]

    private static func section(_ key: String, of language: Language) throws -> [String: Phrase] {
        var phrase = try Phrases(language).tree
        for name in key.split(separator: ".") {
            guard case .section(let inner) = phrase, let next = inner[String(name)] else { return [:] }
            phrase = next
        }
        guard case .section(let words) = phrase else { return [:] }
        return words
    }

    @Test(arguments: Language.allCases) func everyCodeThatAPageCanMeetHasWords(_ language: Language) throws {
        var known: Set<String> = []
        for key in Self.sections {
            let words = try Self.section(key, of: language)
            #expect(!words.isEmpty, "there is no section \(key)")
            known.formUnion(words.keys)
        }
        for problem in ProblemType.all {
            // A limit's wait and a fault of the server have words of their own (notice.js).
            let hasWords = known.contains(problem.code.rawValue) || problem.status == 429 || problem.status >= 500
            if let reason = Self.unmet[problem.code] {
                #expect(!hasWords, "\(problem.code.rawValue) has words, though \(reason)")
            } else {
                #expect(hasWords, "\(problem.code.rawValue) (\(problem.status)) has no words in \(language)")
            }
        }
        #expect(known.isSuperset(of: ["tooMany", "internal", "unknown"]))
    }
}
