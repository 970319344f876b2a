import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import ServerKit

extension ErasureKind {
    fileprivate static let note = ErasureKind("note", memory: 100)
    fileprivate static let invitation = ErasureKind("invitation", memory: nil)
}

/// Counts what it is handed, and that of others apart.
private protocol Counting: QuietDomain {}

extension Counting {
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        let own = restore.erasures.filter { erasure in erasureKinds.contains { $0.rawValue == erasure.kind } }
        return .init(erased: own.count, unreadable: restore.erasures.count - own.count)
    }
}

private struct Notes: Counting {
    static let erasureKinds: [ErasureKind] = [.note]
}

private struct Invitations: Counting {
    static let erasureKinds: [ErasureKind] = [.invitation]
}

/// What was erased, by the domains that erased it.
@Suite struct ErasureStoreTests {
    private static func run(_ body: (_ database: any Database) async throws -> Void) async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        try await body(database)
        await database.close()
    }

    private static func keys() throws -> KeyRing {
        let path = FileManager.default.temporaryDirectory.appending(path: "paraph-erasures-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return KeyRing(root: try RootKey.create(at: path))
    }

    @Test func aDomainIsHandedWhatIsOfItsKindsAndNothingElse() async throws {
        try await Self.run { database in
            let now = Timestamp(milliseconds: 1_000_000)
            // Ids that look like others' kinds, or like patterns.
            let list = [
                Erasure(kind: "note", id: "invitation/n", at: 1), Erasure(kind: "note", id: "%", at: 2),
                Erasure(kind: "invitation", id: "note", at: 3),
            ]
            let keys = try Self.keys()
            let count = { @Sendable (domains: [any Domain.Type]) in
                try await database.write { tx in
                    try DomainList(domains).finish(.test(list, backupAt: now, keys: keys, domains: domains), in: tx)
                }
            }
            let cases: [(domains: [any Domain.Type], erased: Int)] = [
                ([Notes.self], 2), ([Invitations.self], 1), ([Notes.self, Invitations.self], 3),
            ]
            for (domains, erased) in cases {
                let outcome = try await count(domains)
                #expect(outcome.erased == erased && outcome.unreadable == 0)
            }
        }
    }

    @Test func whatNoDomainDeclaresStaysOnTheList() async throws {
        try await Self.run { database in
            let keys = try Self.keys()
            let list = [Erasure(kind: "elsewhere", id: "a", at: 1), Erasure(kind: "note", id: "a", at: 2)]
            let restore = DomainRestore.test(list, backupAt: Timestamp(milliseconds: 5), keys: keys)
            try await database.write { _ = try DomainList([Notes.self]).finish(restore, in: $0) }
            #expect(try await database.read { try ErasureStore.all(in: $0) } == list)
        }
    }

    @Test func eachKindIsForgottenByItsOwnMemoryAndALaterOneTakesThePlaceOfTheEarlier() async throws {
        try await Self.run { database in
            let now = Timestamp(milliseconds: 1_000_000)
            let left = { @Sendable (later: Int64) in
                try await database.write { tx in
                    _ = try ErasureStore.deleteOld(of: [.note, .invitation], at: now.adding(seconds: later), limit: 10, in: tx)
                    return try ErasureStore.all(in: tx).map { "\($0.kind) \($0.id)" }
                }
            }
            try await database.write { tx in
                for id in ["a", "b", "c"] { try ErasureStore.add(.note, id, at: now, in: tx) }
                try ErasureStore.add(.invitation, "a", at: now, in: tx)
                try ErasureStore.remove(.note, "c", in: tx)
                try ErasureStore.add(.note, "b", at: now.adding(seconds: 50), in: tx)
            }
            #expect(try await left(99) == ["invitation a", "note a", "note b"])
            #expect(try await left(100) == ["invitation a", "note b"])
            #expect(try await left(1000) == ["invitation a"])
        }
    }

    @Test func aTurnForgetsNoMoreThanItMay() async throws {
        try await Self.run { database in
            let now = Timestamp(milliseconds: 1_000_000)
            try await database.write { tx in for id in ["a", "b", "c"] { try ErasureStore.add(.note, id, at: now, in: tx) } }
            let counts = try await database.write { tx in
                try [2, 2, 2].map { try ErasureStore.deleteOld(of: [.note, .note], at: now.adding(seconds: 100), limit: $0, in: tx) }
            }
            #expect(counts == [2, 1, 0])
        }
    }
}
