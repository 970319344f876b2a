import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport

/// What the registry keeps of documents, and what it refuses.
struct RegistryTests {
    @Test func theIdStaysAlongADocumentsLife() async throws {
        try await RegistryFixture.run { registry in
            let first = try await registry.save("draft", by: "anna")
            #expect(first.documentID.count == 32 && !first.isFork)
            let signed = try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            let more = try await registry.save("twice", after: "signed", [registry.people.sign("boris", "s2")], by: "boris")
            #expect(signed == first && more == first)
            let history = try #require(try await registry.history(first.documentID, file: "twice"))
            #expect(history.versions.map(\.number) == [1, 2, 3] && history.versions.map(\.previous) == [nil, 1, 2])
            #expect(history.versions.map(\.isNewest) == [false, false, true] && !history.isForked)
            #expect(history.versions.flatMap(\.signatures).map(\.userName) == ["Anna", "Boris"])
            #expect(history.file == .current && history.fileVersion == 3)
        }
    }

    @Test func whoSignedOrSavedADocumentStandsOnOne() async throws {
        try await RegistryFixture.run { registry in
            try await registry.save("draft", by: "anna")
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            try await registry.save("twice", after: "signed", [registry.people.sign("boris", "s2")], by: "boris")
            let standing = try await registry.environment.database.read { tx in
                try ["anna", "boris", "clara"].map { try DocumentReferences().isOnDocuments($0, in: tx) }
            }
            #expect(standing == [true, true, false])
        }
    }

    @Test func whoSignedAFileIsKnownByItsHash() async throws {
        try await RegistryFixture.run { registry in
            try await registry.save("draft", by: "anna")
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            try await registry.save("twice", after: "signed", [registry.people.sign("boris", "s2")], by: "boris")
            // What was saved on the same version beside it has no part in it.
            try await registry.save("fork", after: "signed", [registry.people.sign("carol", "s3")], by: "carol")
            let signed = try await registry.environment.database.read { tx in
                try ["draft", "signed", "twice", "fork"].map { text in
                    try ["anna", "boris", "carol"].filter {
                        try DocumentReferences().isSigned(hash: RegistryFixture.hash(text).text, by: $0, in: tx)
                    }
                }
            }
            #expect(signed == [[], ["anna"], ["anna", "boris"], ["anna", "carol"]])
        }
    }

    @Test func aFileIsCurrentEarlierOrChanged() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            #expect(try await registry.history(id, file: "signed")?.file == .current)
            #expect(try await registry.history(id, file: "draft")?.file == .earlier)
            let changed = try #require(try await registry.history(id, file: "signed, then changed"))
            #expect(changed.file == .changed && changed.fileVersion == nil && changed.versions.count == 2)
            #expect(try await registry.history(id)?.file == nil)
            #expect(try await registry.history("0123456789abcdef0123456789abcdef", file: "draft") == nil)
        }
    }

    @Test func theSameSaveAgainChangesNothing() async throws {
        try await RegistryFixture.run { registry in
            let first = try await registry.save("draft", by: "anna")
            #expect(try await registry.save("draft", by: "anna") == first)
            #expect(try await registry.save("draft", after: "draft", by: "anna") == first)
            let signature = registry.people.sign("anna", "s1")
            try await registry.save("signed", after: "draft", [signature], by: "anna")
            #expect(try await registry.save("signed", after: "draft", [signature], by: "anna") == first)
            // Whoever got the signed file and registers it as opened finds its document.
            #expect(try await registry.save("signed", by: "boris") == first)
            #expect(try await registry.count("documentVersion") == 2)
            #expect(try await registry.count("documentSignature") == 1)
            #expect(try await registry.count("auditLedger") == 3)
        }
    }

    @Test func aFirstSaveMayNameTheFileThatWasOpened() async throws {
        try await RegistryFixture.run { registry in
            let first = try await registry.save("prepared", after: "as it came", by: "anna")
            #expect(try await registry.save("prepared", after: "as it came", by: "anna") == first)
            let history = try #require(try await registry.history(first.documentID, for: "anna"))
            #expect(history.versions.map(\.hash) == ["as it came", "prepared"].map { RegistryFixture.hash($0).text })
        }
    }

    @Test func everyoneWhoRegistersTheSameFormHasADocumentOfTheirOwn() async throws {
        try await RegistryFixture.run { registry in
            let anna = try await registry.save("form", by: "anna").documentID
            let boris = try await registry.save("form", by: "boris").documentID
            #expect(anna != boris)
            #expect(try await registry.save("annas", after: "form", [registry.people.sign("anna", "s1")], by: "anna").documentID == anna)
            // The form again, for another contract.
            let second = try await registry.save("form", by: "anna").documentID
            #expect(second != anna)
            #expect(try await registry.save("second", after: "form", [registry.people.sign("anna", "s2")], by: "anna").documentID == second)
            // A stranger who knows the form's hash gets into none of them.
            let signature = registry.people.sign("carol", "s3")
            #expect(try await registry.refusal("carols", after: "form", [signature], by: "carol") == "neverSaved")
            #expect(try await registry.save("carols", after: "form", [signature], by: "carol", document: boris).documentID == boris)
            #expect(try await registry.history(anna)?.versions.count == 2)
        }
    }

    @Test func whereHashesAloneDoNotTellTheDocumentIsAskedFor() async throws {
        try await RegistryFixture.run { registry in
            let first = try await registry.save("form", by: "anna").documentID
            try await registry.save("one", after: "form", [registry.people.sign("anna", "s1")], by: "anna")
            let second = try await registry.save("form", by: "anna").documentID
            try await registry.save("two", after: "form", [registry.people.sign("anna", "s2")], by: "anna")
            let signature = registry.people.sign("anna", "s3")
            #expect(try await registry.refusal("three", after: "form", [signature], by: "anna") == "ambiguous")
            let saved = try await registry.save("three", after: "form", [signature], by: "anna", document: second)
            #expect(saved == .init(documentID: second, isFork: true))
            #expect(try await registry.history(first)?.isForked == false)
        }
    }

    @Test func aSignedFileIsOfOneDocument() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            // Nobody draws it into a history of their own.
            let trap = try await registry.save("trap", by: "carol").documentID
            let signature = registry.people.sign("carol", "s2")
            #expect(try await registry.refusal("signed", after: "trap", [signature], by: "carol", document: trap) == "alreadySaved")
            try await registry.save("trapped", after: "trap", [signature], by: "carol", document: trap)
            #expect(try await registry.refusal("signed", after: "trapped", by: "carol") == "alreadySaved")
            #expect(try await registry.save("signed", by: "boris").documentID == id)
        }
    }

    @Test func nobodyFillsADocumentForTheOthers() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            for number in 0..<DocumentRegistry.guestVersionLimit {
                try await registry.save("flood \(number)", after: "signed", by: "carol")
            }
            #expect(try await registry.refusal("one more", after: "signed", by: "carol", document: id) == "tooManyVersions")
            let saved = try await registry.save("twice", after: "signed", [registry.people.sign("boris", "s2")], by: "boris")
            #expect(saved == .init(documentID: id, isFork: true))
            // What the refusal advises leads on.
            let fresh = try await registry.save("signed", by: "carol").documentID
            #expect(fresh != id)
            let signature = registry.people.sign("carol", "s3")
            #expect(try await registry.save("more", after: "signed", [signature], by: "carol").documentID == fresh)
            #expect(try await registry.save("signed", by: "boris").documentID == id)
        }
    }

    @Test func aForkIsKeptWhole() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.save("signed", after: "draft", [registry.people.sign("anna", "s1")], by: "anna")
            let left = try await registry.save("left", after: "signed", [registry.people.sign("boris", "s2")], by: "boris")
            let right = try await registry.save("right", after: "signed", [registry.people.sign("carol", "s3")], by: "carol")
            #expect(left == .init(documentID: id, isFork: false) && right == .init(documentID: id, isFork: true))
            for file in ["left", "right"] {
                let history = try #require(try await registry.history(id, file: file))
                #expect(history.isForked && history.file == .current)
                #expect(history.versions.map(\.previous) == [nil, 1, 2, 2])
                #expect(history.versions.map(\.isNewest) == [false, false, true, true])
                #expect(history.versions.flatMap(\.signatures).count == 3)
            }
            let history = try #require(try await registry.history(id))
            #expect(history.ancestors(of: 4) == [1, 2, 4] && history.ancestors(of: 3) == [1, 2, 3])
        }
    }

    @Test func twoWhoSaveAtOnceBothSave() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            let signatures = (0..<8).map { registry.people.sign("anna", "s\($0)") }
            let saved = try await withThrowingTaskGroup(of: DocumentRegistry.Saved.self) { group in
                for (number, signature) in signatures.enumerated() {
                    group.addTask { try await registry.save("version \(number)", after: "draft", [signature], by: "anna") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(saved.allSatisfy { $0.documentID == id } && saved.count(where: { !$0.isFork }) == 1)
            let history = try #require(try await registry.history(id))
            #expect(history.versions.map(\.number) == Array(1...9) && history.versions.dropFirst().allSatisfy { $0.previous == 1 })
            #expect(Set(history.versions.flatMap(\.signatures).map(\.id)) == Set(signatures))
        }
    }

    @Test func oneSignatureUsedAtOnceStandsOnOneDocument() async throws {
        try await RegistryFixture.run { registry in
            let signature = registry.people.sign("anna", "s1")
            for number in 0..<4 { try await registry.save("draft \(number)", by: "anna") }
            let outcomes = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<4 {
                    group.addTask { try await registry.refusal("signed \(number)", after: "draft \(number)", [signature], by: "anna") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count(where: { $0 == nil }) == 1 && outcomes.count(where: { $0 == "usedSignature" }) == 3)
            #expect(try await registry.count("documentSignature") == 1)
        }
    }

    @Test func whatIsRefusedLeavesNothing() async throws {
        try await RegistryFixture.run { registry in
            let people = registry.people
            try await registry.save("draft", by: "anna")
            let used = people.sign("anna", "s1")
            try await registry.save("signed", after: "draft", [used], by: "anna")
            let fresh = people.sign("anna", "s2")
            let another = try await registry.save("draft", by: "anna").documentID
            let before = [try await registry.count("documentVersion"), try await registry.count("auditLedger")]
            let cases: [(String?, [String], String?, String)] = [
                ("signed", [used], nil, "usedSignature"),
                ("signed", [fresh, used], nil, "usedSignature"),
                ("signed", [people.sign("boris", "s3")], nil, "unknownSignature"),
                ("signed", [people.sign("anna", "s4", app: "app-2")], nil, "unknownSignature"),
                ("signed", ["nowhere"], nil, "unknownSignature"),
                ("signed", [fresh, fresh], nil, "repeatedSignature"),
                ("never saved", [fresh], nil, "neverSaved"),
                (nil, [fresh], nil, "previousMissing"),
                ("next", [fresh], nil, "unchanged"),
                ("signed", [fresh], "0123456789abcdef0123456789abcdef", "unknownDocument"),
                (nil, [], another, "previousMissing"),
            ]
            for (previous, signatures, document, reason) in cases {
                #expect(try await registry.refusal("next", after: previous, signatures, by: "anna", document: document) == reason)
            }
            #expect(try await registry.refusal("draft", after: "signed", [fresh], by: "anna") == "alreadySaved")
            let after = [try await registry.count("documentVersion"), try await registry.count("auditLedger")]
            #expect(after == before)
            #expect(try await registry.refusal("next", after: "signed", [fresh], by: "anna") == nil)
        }
    }

    @Test func hashesAreHexadecimalOfWholeBytes() {
        #expect(DocumentHash(String(repeating: "AB", count: 32))?.text == String(repeating: "ab", count: 32))
        for text in ["", "ab", String(repeating: "a", count: 39), String(repeating: "a", count: 41), String(repeating: "a", count: 130)] {
            #expect(DocumentHash(text) == nil)
        }
        #expect(DocumentHash(String(repeating: "g", count: 64)) == nil && DocumentHash(String(repeating: "é", count: 32)) == nil)
        #expect(DocumentHash(String(repeating: "0", count: 40)) != nil && DocumentHash(String(repeating: "0", count: 128)) != nil)
    }
}
