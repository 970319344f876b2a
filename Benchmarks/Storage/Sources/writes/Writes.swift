import Foundation
import ParaphStorage
import StoragePostgreSQL

/// Durable writes a second, one row of 200 bytes a transaction, on both engines, in turn and in one run.
///
/// usage: scripts/with-postgres swift run -c release --package-path Benchmarks/Storage writes [SECONDS] [FOLDER]
/// The folder should lie on the same disk as PostgreSQL's data, /tmp where it is not named.
@main struct Writes {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let seconds = arguments.first.flatMap(Double.init) ?? 5
        let path = "\(arguments.dropFirst().first ?? "/tmp")/paraph-writes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var engines: [(String, any Database)] = [("SQLite", try SQLiteDatabase.open(at: "\(path)/paraph.db"))]
        if let url = ProcessInfo.processInfo.environment["PARAPH_TEST_POSTGRES"] {
            for connections in [10, 64] {
                var settings = try PostgreSQLSettings(url: url)
                settings.connections = connections
                engines.append(("PostgreSQL, \(connections) connections", try await PostgreSQLDatabase.open(settings)))
            }
        }
        print("| engine | callers | writes/s | p50 ms | p99 ms |\n|---|---|---|---|---|")
        for _ in 0..<2 {
            for (name, database) in engines {
                try await database.migrate([table])
                for callers in [1, 64] { print(try await measure(name, database, callers: callers, seconds: seconds)) }
            }
        }
        for (_, database) in engines { await database.close() }
    }

    private static let table = Migration(
        name: "benchmark/001-entry",
        sql: "CREATE TABLE entry (id TEXT NOT NULL PRIMARY KEY, data blob NOT NULL);\n"
    )

    private static func measure(_ name: String, _ database: any Database, callers: Int, seconds: Double) async throws -> String {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<callers { group.addTask { try await write(to: database, until: end) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }.sorted()
        let rate = Double(times.count) / ((.now - start) / .seconds(1))
        func milliseconds(_ share: Double) -> String {
            String(format: "%.2f", times[min(times.count - 1, Int(Double(times.count) * share))] / .milliseconds(1))
        }
        return "| \(name) | \(callers) | \(Int(rate)) | \(milliseconds(0.5)) | \(milliseconds(0.99)) |"
    }

    /// One caller's writes, one after another, and how long each took.
    private static func write(to database: any Database, until end: ContinuousClock.Instant) async throws -> [Duration] {
        let data = [UInt8](repeating: 7, count: 200)
        var times: [Duration] = []
        while .now < end {
            let id = UUID().uuidString
            let start = ContinuousClock.now
            try await database.write { try $0.execute("INSERT INTO entry (id, data) VALUES (\(id), \(data))") }
            times.append(.now - start)
        }
        return times
    }
}
