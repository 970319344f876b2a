import ParaphStorage
import Synchronization
import Testing

/// Rows of the time when holders' keys sealed them get keys of their own, once.
@Suite struct ResealingTests {
    private static let count = 450

    /// A table of papers, one of which is no envelope and one of whose holders is gone.
    private struct Fixture: Sendable {
        let opened: OpenDatabase
        let keys: KeyRing
        let root: TemporaryFolder
        var database: any Database { opened.database }

        static let papers = Migration(
            name: "test/001-papers",
            sql: """
                CREATE TABLE paper (
                    id TEXT NOT NULL PRIMARY KEY,
                    holder TEXT NOT NULL,
                    version INTEGER NOT NULL,
                    sealed blob NOT NULL
                );
                """
        )

        init(_ engine: Engine) async throws {
            root = try TemporaryFolder()
            opened = try await engine.open()
            try await opened.database.migrate(KeyRing.migrations + [Self.papers])
            keys = try await KeyRing.open(files: RootKeyFiles(path: root.file("root.key")), database: opened.database)
            try await opened.database.write { [keys] tx in
                for holder in ["anna", "boris", "gone"] { try keys.create(holder: holder, in: tx) }
                for number in 0..<ResealingTests.count {
                    let (id, holder) = (Self.id(number), number == 7 ? "gone" : number.isMultiple(of: 2) ? "anna" : "boris")
                    let version = 1 + number % 3
                    let sealed = try keys.seal([UInt8(number % 256)], holder: holder, table: "paper", row: id, version: version, in: tx)
                    let bytes: [UInt8] = number == 210 ? [1, 2, 3] : sealed
                    try tx.execute("INSERT INTO paper (id, holder, version, sealed) VALUES (\(id), \(holder), \(version), \(bytes))")
                }
                try keys.destroy(holder: "gone", in: tx)
            }
        }

        static func id(_ number: Int) -> String { "paper\(1000 + number)" }

        /// The resealing; `spoil` is told of each row before it is written, and may throw.
        func resealing(_ spoil: @escaping @Sendable (String) throws -> Void = { _ in }) -> Resealing {
            Resealing(
                table: "paper",
                object: { "paper/\($0)" },
                rows: { after, limit, tx in
                    try tx.rows("SELECT * FROM paper WHERE id > \(after) ORDER BY id LIMIT \(limit)").map { row in
                        Resealing.Row(
                            id: try row.get("id"),
                            holder: try row.get("holder"),
                            version: try row.get("version"),
                            sealed: try row.get("sealed")
                        )
                    }
                },
                replace: { sealed, id, tx in
                    try spoil(id)
                    try tx.execute("UPDATE paper SET sealed = \(sealed) WHERE id = \(id)")
                }
            )
        }

        func sealed(_ number: Int) async throws -> [UInt8] {
            try await database.read { tx in
                try #require(try tx.first("SELECT sealed FROM paper WHERE id = \(Self.id(number))")).get("sealed")
            }
        }

        /// What each paper says by its own key.
        func readable() async throws -> [Int: [UInt8]] {
            try await database.read { [keys] tx in
                var found: [Int: [UInt8]] = [:]
                for number in 0..<ResealingTests.count {
                    let row = try #require(try tx.first("SELECT * FROM paper WHERE id = \(Self.id(number))"))
                    found[number] = try? keys.open(
                        try row.get("sealed"),
                        object: "paper/\(Self.id(number))",
                        holder: try row.get("holder"),
                        table: "paper",
                        row: Self.id(number),
                        version: try row.get("version"),
                        in: tx
                    )
                }
                return found
            }
        }
    }

    private struct Killed: Error {}

    private final class Noted: Sendable {
        let count = Mutex(0)
    }

    private static func expectAll(_ readable: [Int: [UInt8]]) {
        #expect(readable.count == count - 2)
        #expect(readable.allSatisfy { $1 == [UInt8($0 % 256)] })
        #expect(readable[7] == nil && readable[210] == nil)
    }

    @Test(arguments: Engine.all) func everyRowGetsAKeyOfItsOwnAndNothingFromBeforeOpens(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let old = try await fixture.sealed(3)
        let noted = Mutex<[Int]>([])
        let report = try await fixture.keys.reseal(fixture.resealing(), in: fixture.database) { count, tx in
            tx.afterCommit { noted.withLock { $0.append(count) } }
        }
        #expect(report?.resealed == Self.count - 2 && report?.unreadable == 2)
        #expect(noted.withLock { $0 } == [Self.count - 2])
        Self.expectAll(try await fixture.readable())
        // An old row that is put back stays what it is, however often nodes start.
        try await fixture.database.write { try $0.execute("UPDATE paper SET sealed = \(old) WHERE id = \(Fixture.id(3))") }
        #expect(try await fixture.keys.reseal(fixture.resealing(), in: fixture.database) { _, _ in throw Killed() } == nil)
        #expect(try await fixture.readable()[3] == nil)
    }

    @Test(arguments: Engine.all) func brokenOffItGoesOn(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let spoilt = fixture.resealing { id in if id == Fixture.id(333) { throw Killed() } }
        await #expect(throws: Killed.self) { try await fixture.keys.reseal(spoilt, in: fixture.database) }
        let done = try await fixture.readable().count
        #expect(done == 199)
        let report = try await fixture.keys.reseal(fixture.resealing(), in: fixture.database)
        #expect(report?.resealed == Self.count - 2 - done && report?.unreadable == 2)
        Self.expectAll(try await fixture.readable())
    }

    @Test(arguments: Engine.all) func severalNodesMayDoItAtOnce(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine)
        let noted = Noted()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let report = try await fixture.keys.reseal(fixture.resealing(), in: fixture.database) { _, tx in
                        tx.afterCommit { noted.count.withLock { $0 += 1 } }
                    }
                    return report?.resealed ?? 0
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == Self.count - 2)
        #expect(noted.count.withLock { $0 } == 1)
        Self.expectAll(try await fixture.readable())
    }
}
