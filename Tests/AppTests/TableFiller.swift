import Foundation
import ParaphStorage

@testable import App

/// Puts a row into every table that has none, with made-up values that its constraints allow: what is sealed in it opens for no reader.
struct TableFiller {
    let database: any Database
    /// Whose the rows are.
    let personID: String
    /// Milliseconds since 1970 at which nothing has ended yet.
    let future: Int64
    /// The tables that are left as they are.
    let besides: Set<String>
    private let schema: String

    init(_ database: any Database, personID: String, future: Int64, besides: Set<String>) throws {
        self.database = database
        self.personID = personID
        self.future = future
        self.besides = besides
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/schema.sql").standardizedFileURL
        schema = try String(contentsOf: docs, encoding: .utf8)
    }

    /// Fills the tables, each after those that it refers to.
    ///
    /// - Returns: the tables that got a row.
    /// - Throws: `StorageError` where a made-up row breaks a constraint: the table then wants a row of the test's own.
    func fill() async throws -> Set<String> {
        var filled: Set<String> = []
        for table in try TableShape.sortedByReference(try await database.tables()) where !besides.contains(table.name) {
            let isEmpty = try await database.read { try $0.first("SELECT 1 AS one FROM \(SQL(stringLiteral: table.name)) LIMIT 1") == nil }
            guard isEmpty else { continue }
            do {
                try await insert(into: table)
            } catch let error as StorageError {
                throw StorageError(error.code, "no made-up row fits into \(table.name): \(error.message)")
            }
            filled.insert(table.name)
        }
        return filled
    }

    private func insert(into table: TableShape) async throws {
        let text = definition(of: table.name)
        var columns: [String] = []
        var values: [SQL] = []
        for column in table.columns where !column.isOptional || column.name == "personId" {
            columns.append(column.name)
            values.append(try await value(of: column, in: text))
        }
        let list = SQL(stringLiteral: columns.joined(separator: ", "))
        var row: SQL = ""
        for (index, value) in values.enumerated() { row = index == 0 ? value : "\(row), \(value)" }
        try await database.write { [row] in
            try $0.execute("INSERT INTO \(SQL(stringLiteral: table.name)) (\(list)) VALUES (\(row))")
        }
    }

    private func value(of column: TableShape.Column, in definition: String) async throws -> SQL {
        let line = definition.split(separator: "\n").first { $0.contains("    \(column.name) ") } ?? ""
        if let match = line.firstMatch(of: /REFERENCES (\w+) \((\w+)\)/) {
            guard column.kind == .text else { return "\(Int64(1))" }
            // A row of the person's own where there is one.
            let name = SQL(stringLiteral: String(match.2))
            let query: SQL = "SELECT \(name) AS value FROM \(SQL(stringLiteral: String(match.1)))"
            let parents = try await database.read { tx in
                try tx.rows(query).map { try $0.get("value", as: String.self) }
            }
            let value = parents.contains(personID) ? personID : parents.first ?? ""
            return "\(value)"
        }
        if let match = line.firstMatch(of: /IN \('(\w+)'/) { return "\(String(match.1))" }
        switch column.kind {
        case .text: return column.name == "personId" || column.name == "ownerId" ? "\(personID)" : "\(Identifier.random())"
        case .integer:
            // Some are greater than another one of the row.
            guard line.firstMatch(of: /CHECK \(\w+ > [a-z]\w*\)/) == nil else { return "\(Int64(2))" }
            return column.name.hasSuffix("At") || ["at", "until"].contains(column.name) ? "\(future)" : "\(Int64(1))"
        case .real: return "\(0.5)"
        case .blob: return "\((0..<32).map { _ in UInt8.random(in: 0...255) })"
        }
    }

    private func definition(of table: String) -> String {
        guard let start = schema.range(of: "CREATE TABLE \(table) ("),
            let end = schema.range(of: "\n)", range: start.upperBound..<schema.endIndex)
        else { return "" }
        return String(schema[start.upperBound..<end.lowerBound])
    }
}
