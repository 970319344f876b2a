import Foundation
import Testing

@testable import ParaphClient

@Suite struct DraftsTests {
    private final class Clock: @unchecked Sendable {
        // Set before it is read, in one test alone.
        var now = Date()
    }

    private static func run(_ body: (URL, MemorySecrets, Clock) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-drafts-\(UUID().uuidString)")
        try await body(folder, MemorySecrets(), Clock())
        try? FileManager.default.removeItem(at: folder)
    }

    private static func files(_ folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test func aDraftOutlivesWhoKeptIt() async throws {
        try await Self.run { folder, secrets, _ in
            let text = Array("Anna Petrova, +44 20 7946 0958".utf8)
            await Drafts(in: folder, secrets: secrets).keep(text, as: "form of anna")
            let again = Drafts(in: folder, secrets: secrets)
            #expect(await again.find("form of anna") == text)
            #expect(await again.find("form of boris") == nil)
            let file = try #require(try Self.files(folder).first)
            #expect(try Data(contentsOf: file).range(of: Data("Anna".utf8)) == nil && !file.lastPathComponent.contains("anna"))
            await again.keep([1], as: "form of anna")
            #expect(await again.find("form of anna") == [1])
            await again.erase("form of anna")
            #expect(try Self.files(folder).isEmpty)
        }
    }

    @Test func whatIsOldOrOfAnotherIsNone() async throws {
        try await Self.run { folder, secrets, clock in
            let drafts = Drafts(in: folder, secrets: secrets) { clock.now }
            await drafts.keep([1], as: "one")
            await drafts.keep([2], as: "two")
            clock.now += 86_399
            #expect(await drafts.find("one") == [1])
            clock.now += 2
            #expect(await drafts.find("one") == nil)
            #expect(try Self.files(folder).count == 1)
            await drafts.eraseOld()
            #expect(try Self.files(folder).isEmpty)
            // A file in another's place.
            await drafts.keep([1], as: "one")
            let file = try #require(try Self.files(folder).first)
            let sealed = try Data(contentsOf: file)
            await drafts.keep([2], as: "two")
            let other = try #require(try Self.files(folder).first { $0.lastPathComponent != file.lastPathComponent })
            try sealed.write(to: other)
            try FileManager.default.setAttributes([.modificationDate: clock.now], ofItemAtPath: other.path)
            #expect(await drafts.find("two") == nil)
            // A key that is gone.
            secrets.remove("drafts/key")
            #expect(await drafts.find("one") == nil)
        }
    }

    @Test func whatWasLookedAtLaterCounts() async throws {
        try await Self.run { folder, secrets, _ in
            let drafts = Drafts(in: folder, secrets: secrets)
            let (kept, erased) = (drafts.nextTurn(), drafts.nextTurn())
            await drafts.erase("one", at: erased)
            await drafts.keep([1], as: "one", at: kept)
            #expect(await drafts.find("one") == nil, "it was sent meanwhile")
            await drafts.keep([2], as: "two", at: kept)
            #expect(await drafts.find("two") == [2])
            let late = drafts.nextTurn()
            await drafts.eraseAll()
            await drafts.keep([3], as: "two", at: late)
            #expect(!FileManager.default.fileExists(atPath: folder.path), "nothing is kept that was looked at before")
            await drafts.keep([4], as: "two")
            #expect(await drafts.find("two") == [4])
        }
    }

    /// Secrets of a device that is locked.
    private final class LockedSecrets: SecretStore {
        func read(_ name: String) throws -> [UInt8]? { throw ClientError(.storage, "locked") }
        func write(_ bytes: [UInt8], as name: String) throws { throw ClientError(.storage, "locked") }
        func remove(_ name: String) throws { throw ClientError(.storage, "locked") }
    }

    @Test func whileNoKeyCanBeReadADraftStays() async throws {
        try await Self.run { folder, secrets, _ in
            await Drafts(in: folder, secrets: secrets).keep([1], as: "one")
            #expect(await Drafts(in: folder, secrets: LockedSecrets()).find("one") == nil)
            #expect(await Drafts(in: folder, secrets: secrets).find("one") == [1])
        }
    }

    @Test func signingOutErasesTheKeyToo() async throws {
        try await Self.run { folder, secrets, _ in
            let drafts = Drafts(in: folder, secrets: secrets)
            await drafts.keep([1], as: "one")
            await drafts.eraseAll()
            #expect(secrets.read("drafts/key") == nil && !FileManager.default.fileExists(atPath: folder.path))
            await drafts.keep([UInt8](repeating: 7, count: (4 << 20) + 1), as: "large")
            #expect(await drafts.find("large") == nil)
        }
    }
}
