import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

/// A ledger on a real database of the engine that the environment chooses.
struct LedgerFixture: Sendable {
    let place: TestPlace
    let database: any Database
    let keys: KeyRing
    let ledger: AuditLedger
    let time = ManualTime()
    let folder: String

    static func run(entries: Int = 6, _ body: (LedgerFixture) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-audit-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = try await TestPlace.make(folder: folder)
        let database = try await place.open()
        try await database.migrate(KeyRing.migrations + AuditStore.migrations)
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        let ledger = AuditLedger(database: database, keys: keys, file: "\(folder)/audit.checkpoint", time: ManualTime())
        let fixture = LedgerFixture(place: place, database: database, keys: keys, ledger: ledger, folder: folder)
        for number in 0..<entries { try await fixture.append(number) }
        do { try await body(fixture) } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    func append(_ number: Int) async throws {
        try await database.write { [time] tx in
            try AuditStore.append(
                .init(rawValue: "tested"),
                actor: "system",
                subject: number % 2 == 0 ? nil : "person\(number)",
                details: number % 3 == 0 ? ["why": "\"quoted\" \(number)\n"] : [:],
                at: time.now(),
                in: tx
            )
        }
    }

    /// Runs what somebody with the database in their hands would.
    func tamper(_ statements: SQL...) async throws {
        try await database.write { tx in for statement in statements { try tx.execute(statement) } }
    }

    func finding(others: [String] = []) async throws -> AuditVerdict.Finding? {
        try await ledger.verify(others: others).finding
    }

    /// Writes the chain anew from an entry on, as somebody would who knows how it is made.
    func rewrite(from first: Int) async throws {
        try await database.write { tx in
            let rows = try tx.rows("SELECT * FROM auditLedger WHERE sequence >= \(first - 1) ORDER BY sequence")
            var hash = try #require(rows.first).get("hash", as: String.self)
            for row in rows.dropFirst() {
                let text: String? = try row.find("details")
                let entry = AuditEntry(
                    sequence: try row.get("sequence"),
                    at: .init(milliseconds: try row.get("at")),
                    action: .init(rawValue: try row.get("action")),
                    actor: try row.get("actor"),
                    subject: try row.find("subject"),
                    details: try text.map { try JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:],
                    previous: hash
                )
                hash = entry.hash
                try tx.execute("UPDATE auditLedger SET previous = \(entry.previous), hash = \(hash) WHERE sequence = \(entry.sequence)")
            }
            try tx.execute("UPDATE auditHead SET hash = \(hash)")
        }
    }
}

@Suite struct AuditLedgerTests {
    @Test func aLedgerThatNobodyTouchedIsIntact() async throws {
        try await LedgerFixture.run { fixture in
            let verdict = try await fixture.ledger.verify()
            #expect(verdict.isIntact)
            #expect(verdict.entries == 6)
            #expect(verdict.vouched == 0)
        }
    }

    @Test func anEmptyLedgerIsIntactAndHasACheckpoint() async throws {
        try await LedgerFixture.run(entries: 0) { fixture in
            let checkpoint = try await fixture.ledger.checkpoint()
            #expect(checkpoint.sequence == 0)
            #expect(try await fixture.finding() == nil)
        }
    }

    @Test func aChangedEntryIsNamed() async throws {
        for column: SQL in ["at = at + 1", "action = 'other'", "actor = 'other'", "subject = 'other'", "details = '{\"why\":\"other\"}'"] {
            try await LedgerFixture.run { fixture in
                try await fixture.tamper("UPDATE auditLedger SET \(column) WHERE sequence = 3")
                let finding = try await fixture.finding()
                #expect(finding?.kind == .changed && finding?.sequence == 3, "\(column.text)")
            }
        }
    }

    @Test func aChangedEntryWithItsHashMadeAnewIsNamed() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper("UPDATE auditLedger SET action = 'other' WHERE sequence = 6")
            try await fixture.rewrite(from: 6)
            // The end of the chain that is all made anew is seen by a checkpoint alone.
            #expect(try await fixture.finding() == nil)
        }
        try await LedgerFixture.run { fixture in
            try await fixture.ledger.checkpoint()
            try await fixture.tamper("UPDATE auditLedger SET action = 'other' WHERE sequence = 2")
            try await fixture.rewrite(from: 2)
            let finding = try await fixture.finding()
            #expect(finding?.kind == .rewritten && finding?.sequence == 1)
        }
    }

    @Test func aDeletedEntryIsNamed() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper("DELETE FROM auditLedger WHERE sequence = 4")
            let finding = try await fixture.finding()
            #expect(finding?.kind == .deleted && finding?.sequence == 4)
        }
        try await LedgerFixture.run { fixture in
            try await fixture.tamper("DELETE FROM auditLedger WHERE sequence = 1")
            let finding = try await fixture.finding()
            #expect(finding?.kind == .deleted && finding?.sequence == 1)
        }
    }

    @Test func aDeletedEntryWhosePlaceTheNextOnesTakeIsNamed() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper(
                "DELETE FROM auditLedger WHERE sequence = 3",
                "UPDATE auditLedger SET sequence = sequence + 100 WHERE sequence > 3",
                "UPDATE auditLedger SET sequence = sequence - 101 WHERE sequence > 3",
                "UPDATE auditHead SET sequence = 5"
            )
            let finding = try await fixture.finding()
            #expect(finding?.kind == .moved && finding?.sequence == 3)
        }
    }

    @Test func entriesThatChangedPlacesAreNamed() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper(
                "UPDATE auditLedger SET sequence = 100 WHERE sequence = 3",
                "UPDATE auditLedger SET sequence = 3 WHERE sequence = 5",
                "UPDATE auditLedger SET sequence = 5 WHERE sequence = 100"
            )
            let finding = try await fixture.finding()
            #expect(finding?.kind == .moved && finding?.sequence == 3)
        }
    }

    @Test func anInsertedEntryIsNamed() async throws {
        try await LedgerFixture.run { fixture in
            let hash = try await fixture.database.read { tx in
                try tx.first("SELECT hash FROM auditLedger WHERE sequence = 3")?.get("hash", as: String.self)
            }
            let forged = AuditEntry(
                sequence: 4,
                at: fixture.time.now(),
                action: .init(rawValue: "forged"),
                actor: "administrator",
                subject: nil,
                details: [:],
                previous: try #require(hash)
            )
            try await fixture.tamper(
                "UPDATE auditLedger SET sequence = sequence + 100 WHERE sequence > 3",
                "UPDATE auditLedger SET sequence = sequence - 99 WHERE sequence > 3",
                """
                INSERT INTO auditLedger (sequence, at, action, actor, previous, hash)
                VALUES (4, \(forged.at.milliseconds), 'forged', 'administrator', \(forged.previous), \(forged.hash))
                """,
                "UPDATE auditHead SET sequence = 7"
            )
            let finding = try await fixture.finding()
            #expect(finding?.kind == .inserted && finding?.sequence == 4)
        }
    }

    @Test func anEntryPutBehindTheLastIsNamed() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.append(6)
            try await fixture.tamper("UPDATE auditHead SET sequence = 6")
            let finding = try await fixture.finding()
            #expect(finding?.kind == .inserted && finding?.sequence == 7)
        }
    }

    @Test(arguments: [0, -5, Int.min]) func anEntryBeforeTheFirstIsFound(_ place: Int) async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper(
                """
                INSERT INTO auditLedger (sequence, at, action, actor, previous, hash)
                SELECT \(place), at, action, actor, previous, hash FROM auditLedger WHERE sequence = 3
                """
            )
            let finding = try await fixture.finding()
            #expect(finding?.kind == .inserted && finding?.sequence == place)
        }
    }

    @Test(arguments: [Int64.min, .max, 253_402_300_800_000]) func aTimeThatNoClockTellsIsAChange(_ at: Int64) async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper("UPDATE auditLedger SET at = \(at) WHERE sequence = 3")
            let finding = try await fixture.finding()
            #expect(finding?.kind == .changed && finding?.sequence == 3)
        }
    }

    @Test func aLedgerThatWasCutShortIsFound() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.tamper("DELETE FROM auditLedger WHERE sequence > 4")
            let finding = try await fixture.finding()
            #expect(finding?.kind == .truncated && finding?.sequence == 5)
            #expect(finding?.message.contains("1 to 4, too, may have been written anew") == true)
        }
    }

    @Test func aLedgerThatWasCutShortWithItsHeadIsFoundByTheCheckpointBesideIt() async throws {
        try await LedgerFixture.run { fixture in
            let note = try await fixture.ledger.checkpoint().note
            let cut: [SQL] = [
                "DELETE FROM auditLedger WHERE sequence > 4",
                "UPDATE auditHead SET sequence = 4, hash = (SELECT hash FROM auditLedger WHERE sequence = 4)",
                "DELETE FROM auditCheckpoint",
            ]
            for statement in cut { try await fixture.tamper(statement) }
            let finding = try await fixture.finding()
            #expect(finding?.kind == .truncated && finding?.sequence == 5)
            // Whoever removes that file too is found by a checkpoint that was kept elsewhere.
            try FileManager.default.removeItem(atPath: "\(fixture.folder)/audit.checkpoint")
            #expect(try await fixture.finding() == nil)
            #expect(try await fixture.finding(others: [note])?.kind == .truncated)
        }
    }

    @Test func aForgedCheckpointIsFound() async throws {
        try await LedgerFixture.run { fixture in
            let note = try await fixture.ledger.checkpoint().note
            #expect(try await fixture.finding(others: [note.replacing("\n6\n", with: "\n9\n")])?.kind == .checkpoint)
            #expect(try await fixture.finding(others: [note + "\n"])?.kind == .checkpoint)
            #expect(try await fixture.finding(others: [""])?.kind == .checkpoint)
            try await fixture.tamper("UPDATE auditCheckpoint SET note = 'nothing'")
            #expect(try await fixture.finding()?.kind == .checkpoint)
        }
    }

    @Test func aSigningKeyThatWasExchangedDoesNotOpen() async throws {
        try await LedgerFixture.run { fixture in
            try await fixture.ledger.checkpoint()
            try await fixture.tamper("UPDATE auditKey SET sealed = (SELECT wrapped FROM holderKey)")
            await #expect(throws: StorageError(.undecryptable, "")) { try await fixture.ledger.verify() }
        }
    }

    @Test func checkpointsVouchForWhatCameBefore() async throws {
        try await LedgerFixture.run { fixture in
            let first = try await fixture.ledger.checkpoint()
            #expect(try await fixture.ledger.checkpoint() == first)
            try await fixture.append(7)
            #expect(try await fixture.ledger.verify().vouched == 6)
            try await fixture.ledger.checkpoint()
            let verdict = try await fixture.ledger.verify()
            #expect(verdict.isIntact && verdict.vouched == 7 && verdict.checkpoints == 3)
        }
    }

    @Test func writersAtTheSameTimeMakeOneChain() async throws {
        try await LedgerFixture.run(entries: 0) { fixture in
            // Every other one writes on another node.
            let nodes = [fixture.database, try await fixture.place.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        // Every tenth is rolled back, and leaves no gap.
                        try? await nodes[number % 2].write { tx in
                            let now = fixture.time.now()
                            try AuditStore.append(.init(rawValue: "raced"), actor: "\(number)", subject: nil, at: now, in: tx)
                            if number % 10 == 0 { throw CancellationError() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let verdict = try await fixture.ledger.verify()
            #expect(verdict.isIntact)
            #expect(verdict.entries == 54)
            await nodes[1].close()
        }
    }
}

@Suite struct CanonicalJSONTests {
    /// Source: RFC 8785, section 3.2.2.2 and 3.2.3.
    @Test func membersAreSortedByUTF16AndStringsEscapedInOneWay() {
        let value = CanonicalJSON.object([
            "\u{20ac}": .string("Euro"), "\r": .string("CR"), "\u{fb33}": .string("Dalet"), "1": .integer(1),
            "\u{1f600}": .string("Smiley"), "\u{80}": .string("Control"), "\u{f6}": .string("o"),
        ])
        let keys = ["\\r", "1", "\u{80}", "\u{f6}", "\u{20ac}", "\u{1f600}", "\u{fb33}"]
        let text = String(decoding: value.bytes, as: UTF8.self)
        let places = keys.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count == keys.count)
        #expect(places == places.sorted())
        let escaped = CanonicalJSON.string("\u{20ac}$\u{f}\u{a}A'\u{42}\u{22}\u{5c}\\\"/").bytes
        #expect(String(decoding: escaped, as: UTF8.self) == #""€$\u000f\nA'B\"\\\\\"/""#)
        #expect(CanonicalJSON.integer(1 << 53).bytes == Array(#""9007199254740992""#.utf8))
    }
}
