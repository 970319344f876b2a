import ArgumentParser
import ParaphStorage
import StoragePostgreSQL

/// `paraph migrate`: brings a database's schema up to this program's, or moves the whole instance to PostgreSQL.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database's schema up to this program's; --check only tells, --move-to changes the engine.",
        discussion: """
            --move-to copies every table of the data folder's SQLite database into an empty PostgreSQL database, in one transaction, counts \
            and compares both sides, and leaves the source as it is. Stop the server first, and start it with --database afterwards. \
            Where the source's schema is older than this program's, run `paraph migrate` on it first.
            """
    )

    @OptionGroup var options: NodeOptions

    @Flag(help: "Change nothing; exit with 1 where migrations are due.")
    var check = false

    @Option(help: "The empty PostgreSQL database to move to: postgres://USER@HOST:PORT/NAME.")
    var moveTo: String?

    @Flag(help: "Print the schema as this program makes it in an empty SQLite database.")
    var dumpSchema = false

    @Flag(help: "Print every table's columns, of the database that --database names, else of an empty SQLite database.")
    var dumpTables = false

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func validate() throws {
        if moveTo != nil, check || options.database != nil {
            throw ValidationError(
                "--move-to stands alone: it moves from the data folder's own database, so leave --check and --database out."
            )
        }
    }

    func run() async throws {
        if dumpSchema || dumpTables { return try await Refusal.explaining(dump) }
        if let moveTo { return try await move(to: moveTo) }
        let configuration = try await options.load()
        let due = try await Refusal.explaining { () -> [String] in
            let folder: DataFolder =
                if configuration.database.isFolder {
                    try DataFolder(existing: configuration.data)
                } else if check {
                    DataFolder(naming: configuration.data)
                } else {
                    try DataFolder(creating: configuration.data)
                }
            let database = try await configuration.database.open(in: folder)
            let due = try await database.pending(Wiring.migrations).map(\.name)
            if !check { try await database.migrate(Wiring.migrations) }
            await database.close()
            return due
        }
        if json {
            try Terminal.say(json: [check ? "pending" : "migrated": due])
        } else if due.isEmpty {
            Terminal.say("The schema is up to date.")
        } else {
            Terminal.say((check ? "Due: " : "Migrated: ") + due.joined(separator: ", "))
        }
        if check, !due.isEmpty { throw ExitCode(1) }
    }

    private func move(to url: String) async throws {
        let configuration = try await options.load()
        let counts = try await Refusal.explaining { () -> [String: Int] in
            let folder = try DataFolder(existing: configuration.data)
            // What a server wrote meanwhile would stay behind.
            let lock = try FolderLock(folder.path, alone: true)
            defer { withExtendedLifetime(lock) {} }
            let target = try await PostgreSQLDatabase.open(try PostgreSQLSettings(url: url))
            let source = try SQLiteDatabase.open(at: folder.database)
            do {
                let counts = try await InstanceMove.run(from: source, to: target)
                await source.close()
                await target.close()
                return counts
            } catch {
                await source.close()
                await target.close()
                throw error
            }
        }
        if json {
            try Terminal.say(json: ["rows": counts])
        } else {
            let rows = counts.values.reduce(0, +)
            Terminal.say("Moved \(rows) rows of \(counts.count) tables; both sides are the same. Serve them with --database from now on.")
        }
    }

    private func dump() async throws {
        if dumpSchema {
            let database = try SQLiteDatabase.inMemory()
            try await database.migrate(Wiring.migrations)
            return Terminal.say(try await database.schemaDump())
        }
        let database: any Database =
            switch try options.database.map(DatabaseAddress.init(url:)) {
            case .postgreSQL(let settings): try await PostgreSQLDatabase.open(settings)
            default: try SQLiteDatabase.inMemory()
            }
        try await database.migrate(Wiring.migrations)
        Terminal.say(try await database.tables().map(\.description).joined(separator: "\n"))
        await database.close()
    }
}
