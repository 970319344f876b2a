import ParaphStorage
import Testing

@testable import StoragePostgreSQL

@Suite struct DialectTests {
    @Test(
        arguments: [
            ("SELECT appliedAt FROM schemaMigration", "SELECT \"appliedAt\" FROM \"schemaMigration\""),
            ("select name, COUNT(*) AS n FROM item", "select name, COUNT(*) AS n FROM item"),
            ("SELECT session.* FROM session JOIN person ON person.id = session.personId", nil),
            (
                "CREATE TABLE a (id INTEGER, b REAL, c TEXT, d blob)",
                "CREATE TABLE a (id BIGINT, b DOUBLE PRECISION, c TEXT COLLATE \"C\", d blob)"
            ),
            ("SELECT CAST(a AS TEXT) AS b, CAST(c AS INTEGER) AS d FROM e", "SELECT CAST(a AS TEXT) AS b, CAST(c AS BIGINT) AS d FROM e"),
            ("SELECT 'an INTEGER''s $9 camelCase' AS a, \"keptCase INTEGER\" FROM b -- camelCase $7", ""),
            ("SELECT 1e5 AS a, 2E7 AS b, x1E FROM c", "SELECT 1e5 AS a, 2E7 AS b, \"x1E\" FROM c"),
            ("SELECT 'open", ""),
        ] as [(String, String?)]
    )
    func namesKeepTheirCaseAndTypesTheirSize(text: String, expected: String?) throws {
        let translated = try Dialect.translate(SQL(stringLiteral: text))
        let words = expected ?? text.replacing("personId", with: "\"personId\"")
        #expect(translated == (words.isEmpty ? text : words))
    }

    @Test func parametersStayAndEachNeedsAValue() throws {
        #expect(try Dialect.translate("SELECT \(1) AS a WHERE \("b") = 'c'") == "SELECT $1 AS a WHERE $2 = 'c'")
        for text in ["SELECT $2", "SELECT $0", "SELECT $", "SELECT $99999999999999999999"] {
            #expect(throws: StorageError(.engine, "")) { try Dialect.translate(SQL(text, values: [.integer(1)])) }
        }
    }
}
