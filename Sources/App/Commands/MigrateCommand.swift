import ArgumentParser
import ParaphStorage

/// `paraph migrate`: brings a database's schema up to this program's.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database's schema up to this program's; --check only tells."
    )

    @OptionGroup var options: NodeOptions

    @Flag(help: "Change nothing; exit with 1 where migrations are due.")
    var check = false

    @Flag(help: "Print the schema as this program makes it in an empty database.")
    var dumpSchema = false

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func run() async throws {
        if dumpSchema {
            let database = try SQLiteDatabase.inMemory()
            try await database.migrate(Wiring.migrations)
            Terminal.say(try await database.schemaDump())
            return
        }
        let configuration = try await options.load()
        let due = try await Refusal.explaining { () -> [String] in
            let folder = try DataFolder(existing: configuration.data)
            let database = try SQLiteDatabase.open(at: folder.database)
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
}
