import Foundation
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App

private struct Notes: QuietDomain {
    static let erasureKinds = [ErasureKind("note", memory: nil)]
}

private struct Comments: QuietDomain {
    static let changeKinds = [ChangeKind("comment")]
    static let auditActions = [AuditStore.Action("commented")]
}

private struct Replies: QuietDomain {
    static let changeKinds = [ChangeKind("comment")]
    static let auditActions = [AuditStore.Action("commented"), AuditStore.Action("backupMade")]
}

private struct Letters: QuietDomain {
    static let erasureKinds = [ErasureKind("note", memory: nil), ErasureKind("letter", memory: nil)]
}

/// What domains declare to others by words.
@Suite struct DomainWordsTests {
    @Test func everyRegisteredDomainDeclaresItsWordsAndNoTwoHaveTheSame() throws {
        #expect(try DomainWords(domains: Wiring.registered.domains).faults() == [])
        // None of the lists is empty, of which nothing could be found.
        #expect(Wiring.registered.erasureKinds.count >= 16)
        #expect(Wiring.registered.domains.flatMap { $0.auditActions }.count >= 40)
        #expect(Wiring.registered.changeKinds.count >= 6)
    }

    /// The faults of made-up domains, where one file holds the code of their module.
    private static func faults(of domains: [any Domain.Type], made code: String, in module: String = "AppTests") throws -> [String] {
        let sources = FileManager.default.temporaryDirectory.appending(path: "paraph-words-\(UUID().uuidString)")
        let folder = sources.appending(path: "\(module)/Some")
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

    @Test func whatIsNotedAndNotDeclaredIsFoundForEachListOfWords() throws {
        let code = """
            extension ChangeKind {
                /// A comment.
                static let comment = ChangeKind("comment")
                static let reaction = Self("reaction")
            }

            extension AuditStore.Action {
                static let commented = Self("commented")
                static let commentEdited = Self(rawValue: "commentEdited")
            }
            """
        let faults = try Self.faults(of: [Comments.self], made: code)
        #expect(faults.count == 2)
        for word in ["AuditStore.Action commentEdited is made in", "ChangeKind reaction is made in"] {
            #expect(faults.contains { $0.hasPrefix(word) }, "\(faults)")
        }
    }

    @Test func theSameChangeOrActionOfTwoDomainsIsFound() throws {
        let code = """
            let a = ChangeKind("comment")
            let b = AuditStore.Action("commented")
            let c = AuditStore.Action("backupMade")
            """
        let faults = try Self.faults(of: [Comments.self, Replies.self], made: code)
        #expect(faults.contains("ChangeKind comment is declared twice"))
        #expect(faults.contains("AuditStore.Action commented is declared twice"))
        let program = try Self.faults(of: [Replies.self], made: "let a = AuditStore.Action(\"backupMade\")", in: "App")
        #expect(program.contains("AuditStore.Action backupMade is made in App and declared by a domain"))
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
