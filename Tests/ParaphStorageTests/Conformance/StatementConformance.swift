import ParaphStorage
import Testing

@Suite("Statements") struct StatementConformance {
    @Test(arguments: Engine.all) func anUpsertReturnsWhatItKept(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let upsert: SQL = """
            INSERT INTO item (id, name, amount) VALUES (\(1), \("a"), \(10))
            ON CONFLICT (id) DO UPDATE SET amount = item.amount + excluded.amount RETURNING id, amount
            """
        for expected in [10, 20, 30] {
            let row = try await opened.database.write { try $0.first(upsert) }
            #expect(try row?.get("amount") == expected)
        }
        let ignored: SQL = "INSERT INTO item (id) VALUES (\(1)) ON CONFLICT (id) DO NOTHING RETURNING id"
        #expect(try await opened.database.write { try $0.rows(ignored) }.isEmpty)
    }

    @Test(arguments: Engine.all) func aStatementSaysHowManyRowsItChanged(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let counts = try await opened.database.write { tx in
            [
                try tx.execute("INSERT INTO item (id) VALUES (1), (2), (3)"),
                try tx.execute("UPDATE item SET amount = 1 WHERE id > 1"),
                try tx.execute("UPDATE item SET amount = 1 WHERE id > 100"),
                try tx.execute("INSERT INTO item (id) VALUES (1) ON CONFLICT (id) DO NOTHING"),
                try tx.execute("CREATE TABLE other (id INTEGER)"),
                try tx.execute("DELETE FROM item"),
            ]
        }
        #expect(counts == [3, 2, 0, 0, 0, 3])
    }

    @Test(arguments: Engine.all) func everyKindOfConstraintIsAConflictThatNamesNoValue(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        try await opened.database.write { try $0.execute("INSERT INTO item (id, name) VALUES (1, \("anna@example.org"))") }
        let refused: [SQL] = [
            "INSERT INTO item (id) VALUES (\(1))",
            "INSERT INTO item (id, name) VALUES (\(2), \("anna@example.org"))",
            "INSERT INTO item (id, amount) VALUES (\(2), \(13))",
            "INSERT INTO part (id, item) VALUES (\(1), \(77))",
            "INSERT INTO part (id, item) VALUES (\(1), \(nil as Int?))",
        ]
        for statement in refused {
            let error = await #expect(throws: StorageError.self) { try await opened.database.write { try $0.execute(statement) } }
            #expect(error?.code == .conflict)
            #expect(error?.description.contains("anna") == false)
        }
    }

    @Test(arguments: Engine.all) func aConflictThatIsCaughtLeavesTheRestOfTheTransactionUsable(engine: Engine) async throws {
        // PostgreSQL gives up a transaction at its first error; shared stores use ON CONFLICT instead, which both engines keep.
        let opened = try await engine.openWithItems()
        try await opened.database.write { tx in
            try tx.execute("INSERT INTO item (id) VALUES (1)")
            try tx.execute("INSERT INTO item (id) VALUES (1) ON CONFLICT (id) DO NOTHING")
            try tx.execute("INSERT INTO item (id) VALUES (2)")
        }
        #expect(try await opened.database.count("item") == 2)
    }

    @Test(arguments: Engine.all) func badStatementsAreErrorsAndTheDatabaseGoesOn(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        for text in ["", "SELEC 1", "SELECT FROM", "SELECT * FROM nowhere", "SELECT 1; SELECT 2", "INSERT INTO item (none) VALUES (1)"] {
            await #expect(throws: StorageError(.engine, "")) { try await opened.database.write { try $0.rows(SQL(stringLiteral: text)) } }
        }
        await #expect(throws: StorageError(.engine, "")) {
            try await opened.database.read { try $0.rows("SELECT 1 AS a, 2 AS a") }
        }
        try await opened.database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        #expect(try await opened.database.count("item") == 1)
    }

    @Test(arguments: Engine.all) func thePlanOfAQueryNamesItsIndex(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let (indexed, scanned) = try await opened.database.read { tx in
            (try tx.explain("SELECT id FROM part WHERE item = \(1)"), try tx.explain("SELECT id FROM item WHERE ratio > \(1.0)"))
        }
        #expect(indexed.contains { $0.contains("partByItem") })
        #expect(scanned.contains { $0.uppercased().contains("SCAN") })
    }
}
