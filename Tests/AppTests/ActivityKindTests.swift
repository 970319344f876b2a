import Foundation
import ServerKit
import Testing

@testable import App
@testable import WebUI

/// What domains note of accounts: each kind is listed, and has words and an icon.
@Suite struct ActivityKindTests {
    @Test func everyKindThatADomainDeclaresIsListed() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
        var declared: [String] = []
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.lastPathComponent.hasPrefix("ActivityKind+") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /static let (\w+) = (?:Self|ActivityKind)\(\s*"(\w+)"/) {
                #expect(match.1 == match.2)
                declared.append(String(match.2))
            }
        }
        let kinds = Wiring.registered.domains.flatMap { $0.activityKinds }
        #expect(kinds.map(\.rawValue).sorted() == declared.sorted())
        #expect(Set(declared).count == declared.count, "two domains have a kind of the same name")
    }

    @Test func everyKindHasWordsAndAnIcon() throws {
        let file = try #require(try Resources.built.files("svg").first { $0.path == "Base/icons.svg" })
        let icons = try String(contentsOf: file.url, encoding: .utf8)
        for kind in Wiring.registered.activityKinds.values {
            #expect(icons.contains("id=\"\(kind.icon)\""), "\(kind.rawValue)")
            for language in Language.allCases { #expect((3...60).contains(kind.title[language].count), "\(kind.rawValue)") }
            #expect(kind.title[.ru].contains(/\p{Cyrillic}/), "\(kind.rawValue)")
        }
    }
}
