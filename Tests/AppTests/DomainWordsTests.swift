import Foundation
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App

private struct Notes: QuietDomain {
    static let erasureKinds = [ErasureKind("note", memory: nil)]
}

private struct Letters: QuietDomain {
    static let erasureKinds = [ErasureKind("note", memory: nil), ErasureKind("letter", memory: nil)]
}

/// What domains declare to others by words.
@Suite struct DomainWordsTests {
    @Test func everyRegisteredDomainDeclaresItsWordsAndNoTwoHaveTheSame() throws {
        #expect(try DomainWords(domains: Wiring.registered.domains).faults() == [])
        #expect(Wiring.registered.erasureKinds.count >= 16)
    }

    /// A folder with one file of the code of this module, in which made-up domains stand.
    private static func faults(of domains: [any Domain.Type], made code: String) throws -> [String] {
        let sources = FileManager.default.temporaryDirectory.appending(path: "paraph-words-\(UUID().uuidString)")
        let folder = sources.appending(path: "AppTests/Some")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: sources) }
        try code.write(to: folder.appending(path: "Kind+Some.swift"), atomically: true, encoding: .utf8)
        return try DomainWords(domains: domains, sources: sources).faults()
    }

    @Test func aWordOfTwoDomainsIsFound() throws {
        let code = """
            extension ErasureKind {
                static let note = Self("note", memory: nil)
                static let letter = ErasureKind("letter", memory: nil)
            }
            """
        let faults = try Self.faults(of: [Notes.self, Letters.self], made: code)
        #expect(faults.contains("ErasureKind note is declared twice"))
        let alone = try Self.faults(of: [Letters.self], made: code)
        #expect(alone == [])
    }

    @Test func aWordThatIsMadeAndNotDeclaredIsFoundAndTheOtherWayRound() throws {
        let code = """
            extension ErasureKind {
                static let comment = Self(
                    "comment",
                    memory: nil
                )
            }
            """
        let faults = try Self.faults(of: [Notes.self], made: code)
        #expect(faults.count == 2)
        #expect(faults.contains { $0.hasPrefix("ErasureKind comment is made in") && $0.hasSuffix("and not declared") })
        #expect(faults.contains { $0.hasPrefix("ErasureKind note is declared by") && $0.hasSuffix("and made elsewhere") })
    }
}
