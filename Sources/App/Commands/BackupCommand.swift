import ArgumentParser
import ParaphStorage

/// `paraph backup`: copies an instance, with no server running or beside one.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the instance into a folder of backups, while it serves or not.",
        discussion: "Backups never hold the root key: keep a copy of it in another place, or no backup can be read."
    )

    @OptionGroup var admin: AdminOptions
    @Option(help: "The folder of backups.") var to: String
    @Option(help: "How many backups stay, this one among them (default: all).") var keep: Int?

    func validate() throws {
        if let keep, keep < 1 { throw ValidationError("--keep must be 1 or more") }
    }

    func run() async throws {
        var damaged = false
        try await admin.answer { node in
            let report = try await node.makeBackup(to: to, keep: keep)
            damaged = !report.damagedBlobs.isEmpty || !report.missingBlobs.isEmpty
            return report
        } sentence: { report in
            let removed = report.removed.isEmpty ? "" : " Removed: \(report.removed.joined(separator: ", "))."
            let damaged = report.damagedBlobs.joined(separator: ", ")
            let broken = damaged.isEmpty ? "" : " Damaged before, and not in it: \(damaged)."
            let missing = report.missingBlobs.joined(separator: ", ")
            let lost = missing.isEmpty ? "" : " Missing before, and not in it: \(missing)."
            return
                "Backup \(report.id): \(report.rows) rows, \(report.blobs) blobs, \(report.newBlobs) of them new.\(removed)\(broken)\(lost)"
        }
        if damaged { throw ExitCode(1) }
    }
}

/// `paraph restore`: makes a data folder of a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a data folder of a backup, after every part of it was verified.",
        discussion: """
            Whoever was erased since the backup is erased again, and devices that were removed and recovery codes that were used since stay so. \
            Everybody signs in anew. What else happened since is gone: the audit ledger of the old folder, where it is left, says what.
            """
    )

    @OptionGroup var options: NodeOptions
    @Option(help: "The folder of backups.") var from: String
    @Option(help: "The backup's name (default: the last one).") var backup: String?
    @Flag(help: "Answer with one JSON object.") var json = false

    func run() async throws {
        let configuration = try await options.load(fallback: ["logLevel": "error"])
        let report = try await Refusal.explaining {
            guard configuration.database.isFolder else {
                throw ConfigurationError(
                    setting: "database",
                    problem: "is not for restore, which makes a data folder on SQLite; leave it out"
                )
            }
            let files = configuration.rootKeyFiles(in: DataFolder(naming: configuration.data))
            return try await Restore(source: from, id: backup, rootKey: files, target: configuration.data).run()
        }
        if json {
            try Terminal.say(json: report)
        } else {
            let erased = report.erased == 0 ? "" : " What was erased since (\(report.erased)) was erased again."
            let damaged = report.damagedBlobs.joined(separator: ", ")
            let broken = damaged.isEmpty ? "" : " Damaged in the backup, and not restored: \(damaged)."
            Terminal.say("Restored \(report.id): \(report.rows) rows, \(report.blobs) blobs.\(erased)\(broken) Everybody signs in anew.")
        }
        if !report.damagedBlobs.isEmpty { throw ExitCode(1) }
    }
}
