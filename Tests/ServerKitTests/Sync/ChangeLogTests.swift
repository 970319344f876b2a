import Hummingbird
import NIOCore
import ParaphStorage
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ServerKit

@Suite struct ChangeLogTests {
    private static let note = ChangeKind("note")

    private static func run(_ body: (any Database) async throws -> Void) async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        try await Epoch.beginFirst(in: database)
        try await body(database)
        await database.close()
    }

    private static func changes(_ database: any Database, of person: String = "anna", after cursor: String?, limit: Int = 100) async throws
        -> Changes
    {
        try await database.read { try ChangeLog.changes(of: person, after: cursor, limit: limit, in: $0) }
    }

    private static func write(_ database: any Database, _ id: String, for people: [String] = ["anna"], isRemoved: Bool = false) async throws
    {
        try await database.write { try ChangeLog.note(note, id, for: people, isRemoved: isRemoved, in: $0) }
    }

    @Test func whoBeginsLoadsEverythingAndThenHearsOfWhatChanged() async throws {
        try await Self.run { database in
            try await Self.write(database, "before")
            let first = try await Self.changes(database, after: nil)
            #expect(first.isReset && first.changes.isEmpty && !first.hasMore)
            try await Self.write(database, "a")
            try await Self.write(database, "b")
            try await Self.write(database, "a", isRemoved: true)
            let next = try await Self.changes(database, after: first.cursor)
            #expect(!next.isReset)
            #expect(
                next.changes == [
                    Change(kind: Open(rawValue: "note"), id: "b", isRemoved: false),
                    Change(kind: Open(rawValue: "note"), id: "a", isRemoved: true),
                ]
            )
            let quiet = try await Self.changes(database, after: next.cursor)
            #expect(quiet == Changes(cursor: next.cursor))
        }
    }

    @Test func pagesFollowEachOtherAndTellOfWhatChangesMeanwhile() async throws {
        try await Self.run { database in
            let begin = try await Self.changes(database, after: nil).cursor
            for id in ["a", "b", "c", "d"] { try await Self.write(database, id) }
            let first = try await Self.changes(database, after: begin, limit: 2)
            #expect(first.hasMore && first.changes.map(\.id) == ["a", "b"])
            try await Self.write(database, "a")
            let second = try await Self.changes(database, after: first.cursor, limit: 2)
            #expect(second.hasMore && second.changes.map(\.id) == ["c", "d"])
            let third = try await Self.changes(database, after: second.cursor, limit: 2)
            #expect(!third.hasMore && third.changes.map(\.id) == ["a"])
        }
    }

    @Test func everybodyHearsOfTheirOwn() async throws {
        try await Self.run { database in
            let anna = try await Self.changes(database, after: nil).cursor
            let boris = try await Self.changes(database, of: "boris", after: nil).cursor
            try await Self.write(database, "shared", for: ["boris", "anna", "boris"])
            try await Self.write(database, "own", for: ["anna"])
            #expect(try await Self.changes(database, after: anna).changes.map(\.id) == ["shared", "own"])
            #expect(try await Self.changes(database, of: "boris", after: boris).changes.map(\.id) == ["shared"])
        }
    }

    @Test func nobodyGoesOnFromAnotherEpochTheFutureOrNonsense() async throws {
        try await Self.run { database in
            for id in ["a", "b", "c"] { try await Self.write(database, id) }
            let cursor = try await Self.changes(database, after: nil).cursor
            let epoch = try #require(ChangeCursor(cursor)?.epoch)
            let future = ChangeCursor(epoch: epoch, number: 4).text
            let other = ChangeCursor(epoch: Identifier.random(), number: 1).text
            let page = PageCursor.text(of: "files", epoch, 1)
            for wrong in [future, other, page, "", ".", "1", "\(epoch).1", String(repeating: "x", count: 300)] {
                #expect(try await Self.changes(database, after: wrong) == Changes(cursor: cursor, isReset: true), "\(wrong)")
            }
            _ = try await database.write { try Epoch.begin(in: $0) }
            let after = try await Self.changes(database, after: cursor)
            #expect(after.isReset && after.cursor != cursor)
        }
    }

    @Test func removalsAreForgottenAndWhoMissedThemBeginsAnew() async throws {
        try await Self.run { database in
            let old = try await Self.changes(database, after: nil).cursor
            try await Self.write(database, "gone", isRemoved: true)
            try await Self.write(database, "there")
            try await database.write { tx in
                // As if as many changes of something else had come.
                try tx.execute("UPDATE syncClock SET number = \(ChangeLog.memory + 499) WHERE personId = 'anna'")
            }
            let recent = try await Self.changes(database, after: nil).cursor
            try await Self.write(database, "last")
            let rows = try await database.read {
                try $0.rows("SELECT thing FROM syncChange ORDER BY number").map { try $0.get("thing", as: String.self) }
            }
            #expect(rows == ["there", "last"])
            #expect(try await Self.changes(database, after: old).isReset)
            #expect(try await Self.changes(database, after: recent).changes.map(\.id) == ["last"])
        }
    }

    @Test func whatIsRolledBackWasNever() async throws {
        struct Refused: Error {}
        try await Self.run { database in
            let begin = try await Self.changes(database, after: nil).cursor
            await #expect(throws: Refused.self) {
                try await database.write { tx in
                    try ChangeLog.note(Self.note, "a", for: ["anna"], in: tx)
                    throw Refused()
                }
            }
            #expect(try await Self.changes(database, after: begin) == Changes(cursor: begin))
        }
    }

    /// On PostgreSQL these transactions overlap: a number that was seen is never followed by a smaller one.
    @Test func manyWritersAtOnceLoseNothing() async throws {
        try await Self.run { database in
            let begin = try await Self.changes(database, after: nil).cursor
            let seen = try await withThrowingTaskGroup(of: Set<String>.self) { group in
                group.addTask {
                    var (cursor, seen) = (begin, Set<String>())
                    try await until("all sixty are seen") {
                        let answer = try await Self.changes(database, after: cursor, limit: 7)
                        seen.formUnion(answer.changes.map(\.id))
                        cursor = answer.cursor
                        return seen.count >= 60
                    }
                    return seen
                }
                for writer in 0..<6 {
                    group.addTask {
                        for number in 0..<10 {
                            try await Self.write(
                                database,
                                "\(writer)-\(number)",
                                for: writer.isMultiple(of: 2) ? ["anna", "boris"] : ["boris", "anna"]
                            )
                        }
                        return []
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
            #expect(seen.count == 60)
        }
    }

    @Test func theHotQueryNamesItsIndex() async throws {
        try await Self.run { database in
            let plan = try await database.read { tx in
                try tx.explain(
                    "SELECT kind, thing, number, removed FROM syncChange WHERE personId = 'anna' AND number > 3 ORDER BY number LIMIT 501"
                )
            }
            #expect(plan.contains { $0.lowercased().contains("syncchangebynumber") }, "\(plan)")
        }
    }
}
