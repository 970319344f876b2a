import ParaphStorage
import Testing

@Test func aRowThatWasWrittenIsRead() async throws {
    let database = try SQLiteDatabase.inMemory()
    try await database.migrate([
        Migration(name: "test/001-things", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, data blob);\n")
    ])
    try await database.write { tx in
        _ = try tx.execute("INSERT INTO thing (id, name, data) VALUES (\(1), \("a"), \([UInt8]()))")
    }
    let row = try await database.read { try $0.first("SELECT * FROM thing") }
    #expect(try row?.get("name") == "a")
    #expect(try row?.get("data") == [UInt8]())
    await database.close()
}
