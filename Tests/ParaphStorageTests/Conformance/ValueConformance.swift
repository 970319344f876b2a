import ParaphStorage
import Testing

@Suite("Values") struct ValueConformance {
    @Test(arguments: Engine.all) func parametersBindByNumberWhateverTheirOrder(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        var sql: SQL = "\(1) \(2) \(3)"
        #expect(sql.text == "$1 $2 $3")
        sql = SQL("INSERT INTO item (id, name, amount) VALUES ($3, $1, $2)", values: [.text("first"), .integer(2), .integer(3)])
        let statement = sql
        try await opened.database.write { tx in
            try tx.execute(statement)
            let reuse = SQL("SELECT $2 AS b, $1 AS a, $2 AS c FROM item WHERE id = $2", values: [.text("one"), .integer(3)])
            let row = try #require(try tx.first(reuse))
            #expect(try row.get("a") == "one")
            #expect(try row.get("b") == 3)
            #expect(try row.get("c") == 3)
        }
        let row = try await opened.database.read { try $0.first("SELECT * FROM item") }
        #expect(try row?.get("id") == 3)
        #expect(try row?.get("name") == "first")
        #expect(try row?.get("amount") == 2)
    }

    @Test(arguments: Engine.all) func aStatementWithTooFewValuesIsRefused(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: StorageError(.engine, "")) {
            try await opened.database.read { try $0.rows(SQL("SELECT $1 AS a, $2 AS b", values: [.integer(1)])) }
        }
    }

    @Test(arguments: Engine.all) func splicedStatementsKeepTheirValues(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let condition: SQL = "amount > \(5) AND name <> \("x")"
        let row = try await opened.database.write { tx in
            try tx.execute("INSERT INTO item (id, name, amount) VALUES (\(1), \("y"), \(6))")
            return try tx.first("SELECT id FROM item WHERE id = \(1) AND \(condition) AND name = \("y")")
        }
        #expect(try row?.get("id") == 1)
    }

    @Test(arguments: Engine.all) func nullIsBoundAndReadAsNull(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let row = try await opened.database.write { tx in
            try tx.execute(
                """
                INSERT INTO item (id, name, amount, ratio, data)
                VALUES (1, \(nil as String?), \(nil as Int?), \(nil as Double?), \(nil as [UInt8]?))
                """
            )
            #expect(try tx.rows("SELECT id FROM item WHERE \(nil as String?) IS NULL").count == 1)
            return try tx.first("SELECT * FROM item")
        }
        let found = try #require(row)
        #expect(try found.find("name", as: String.self) == nil)
        #expect(try found.find("amount", as: Int.self) == nil)
        #expect(try found.find("ratio", as: Double.self) == nil)
        #expect(try found.find("data", as: [UInt8].self) == nil)
        #expect(throws: StorageError(.unexpectedValue, "")) { try found.get("name", as: String.self) }
    }

    @Test(arguments: Engine.all) func readingIsStrictAboutTypesAndNames(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let row = try await opened.database.write { tx in
            try tx.execute("INSERT INTO item (id, name, amount) VALUES (1, '12', 2)")
            return try #require(try tx.first("SELECT * FROM item"))
        }
        #expect(throws: StorageError(.unexpectedValue, "")) { try row.get("name", as: Int.self) }
        #expect(throws: StorageError(.unexpectedValue, "")) { try row.get("amount", as: String.self) }
        #expect(throws: StorageError(.unexpectedValue, "")) { try row.get("amount", as: Bool.self) }
        #expect(throws: StorageError(.unexpectedValue, "")) { try row.find("none", as: Int.self) }
    }

    @Test(arguments: Engine.all) func columnsTakeTheirOwnTypeOnly(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: StorageError.self) {
            try await opened.database.write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, \("many"))") }
        }
        await #expect(throws: StorageError.self) {
            try await opened.database.write { try $0.execute("INSERT INTO item (id, data) VALUES (1, \(5))") }
        }
        #expect(try await opened.database.count("item") == 0)
    }

    @Test(arguments: Engine.all) func theEndsOfTheNumbersSurvive(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let integers: [Int64] = [.min, -1, 0, 1, .max]
        let reals: [Double] = [
            -.greatestFiniteMagnitude, -.leastNonzeroMagnitude, -0.0, 0.1, 1e308, .leastNonzeroMagnitude, .infinity, -.infinity,
        ]
        try await opened.database.write { tx in
            for (id, value) in integers.enumerated() { try tx.execute("INSERT INTO item (id, amount) VALUES (\(id), \(value))") }
            for (id, value) in reals.enumerated() { try tx.execute("INSERT INTO item (id, ratio) VALUES (\(id + 100), \(value))") }
        }
        let (foundIntegers, foundReals) = try await opened.database.read { tx in
            (
                try tx.rows("SELECT amount FROM item WHERE id < 100 ORDER BY id").map { try $0.get("amount", as: Int64.self) },
                try tx.rows("SELECT ratio FROM item WHERE id >= 100 ORDER BY id").map { try $0.get("ratio", as: Double.self) }
            )
        }
        #expect(foundIntegers == integers)
        #expect(foundReals == reals)
    }

    @Test(arguments: Engine.all) func aNumberThatIsNoneIsRefused(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: StorageError(.unexpectedValue, "")) {
            try await opened.database.write { try $0.execute("INSERT INTO item (id, ratio) VALUES (1, \(Double.nan))") }
        }
    }

    @Test(arguments: Engine.all) func textOfEveryKindSurvives(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let texts = [
            "", " ", "é", "e\u{301}", "Подпись", "👩‍👩‍👧‍👦", "'; DROP TABLE item; --", "$1 ?1 :a @b", "\u{FFFD}\u{10FFFF}\n\r\t", "\u{1}\u{7F}",
        ]
        try await opened.database.write { tx in
            for (id, text) in texts.enumerated() { try tx.execute("INSERT INTO item (id, name) VALUES (\(id), \(text))") }
        }
        let found = try await opened.database.read {
            try $0.rows("SELECT name FROM item ORDER BY id").map { try $0.get("name", as: String.self) }
        }
        #expect(found.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test(arguments: Engine.all) func textSortsByItsBytes(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let texts = ["Z", "a", "ä", "Я", "я", "é", "~", "10", "9", "_", "A"]
        try await opened.database.write { tx in
            for (id, text) in texts.enumerated() { try tx.execute("INSERT INTO item (id, name) VALUES (\(id), \(text))") }
        }
        let found = try await opened.database.read {
            try $0.rows("SELECT name FROM item ORDER BY name").map { try $0.get("name", as: String.self) }
        }
        #expect(found == texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }

    @Test(arguments: Engine.all, ["\0", "a\0b", "ab\0"]) func aNULInTextIsRefused(engine: Engine, text: String) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: StorageError(.unexpectedValue, "")) {
            try await opened.database.write { try $0.execute("INSERT INTO item (id, name) VALUES (1, \(text))") }
        }
    }

    @Test(arguments: Engine.all, [0, 1, 255, 1 << 20]) func blobsOfEveryLengthSurvive(engine: Engine, length: Int) async throws {
        let opened = try await engine.openWithItems()
        let blob = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        try await opened.database.write { try $0.execute("INSERT INTO item (id, data) VALUES (1, \(blob))") }
        let row = try await opened.database.read { try $0.first("SELECT data, data IS NULL AS gone FROM item") }
        #expect(try row?.get("data") == blob)
        #expect(try row?.get("gone") == false)
    }

    @Test(arguments: Engine.all) func aListMatchesItsMembersAndAnEmptyOneNothing(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        try await opened.database.write { tx in
            for id in 0..<100 { try tx.execute("INSERT INTO item (id) VALUES (\(id))") }
        }
        for list in [[], [5], [1, 2, 3, 500], Array(0..<90)] {
            let count = try await opened.database.read { try $0.rows("SELECT id FROM item WHERE id IN \(list: list) AND id >= \(0)").count }
            #expect(count == list.filter { $0 < 100 }.count)
        }
    }
}
