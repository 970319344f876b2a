import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Makes a data folder of a backup, whole or not at all.
struct Restore {
    struct Report: Codable, Sendable {
        var id: String
        var rows: Int
        var blobs: Int
        /// What the backup held and what was erased since: people, apps, signatures of people who withdrew their consent, devices, passkeys, codes, readers.
        var erased: Int
        /// People of whom the backup holds no key that opens what is sealed of them; they cannot be found by address or name.
        var unreadable: Int
        var epoch: String
        /// Blobs that are damaged or missing in the backup, by address; everything else is restored.
        var damagedBlobs: [String]
    }

    /// Where the backups lie.
    var source: String
    /// The backup; the last one where it is `nil`.
    var id: String?
    var rootKey: RootKeyFiles
    /// The data folder that is to be made; it may be there, empty.
    var target: String
    var time: any TimeSource = SystemTime()
    /// Whose rows it holds.
    var domains = Wiring.registered

    func run() async throws -> Report {
        let target = try Self.checkEmpty(target)
        let restoration = try await Restoration.open(from: source, id: id, files: rootKey, migrations: domains.migrations)
        let draft = "\(target).restoring-\(Identifier.random().prefix(8))"
        do {
            let report = try await write(restoration, to: try DataFolder(creating: draft))
            try DurableFile.syncFolder(of: "\(draft)/root.key")
            // An empty folder gives way to another one that is moved to its place.
            guard rename(draft, target) == 0 else {
                throw ConfigurationError(setting: "data", problem: "\(target) cannot be made: \(String(cString: strerror(errno)))")
            }
            try DurableFile.syncFolder(of: target)
            return report
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    private func write(_ restoration: Restoration, to folder: DataFolder) async throws -> Report {
        let blobs = try await FolderBlobStore.open(at: folder.blobs)
        let database = try SQLiteDatabase.open(at: folder.database)
        do {
            let written = try await restoration.write(into: database, blobs: blobs, rootKeyPath: folder.rootKey)
            try await database.migrate(domains.migrations)
            let keys = try await KeyRing.open(files: RootKeyFiles(path: folder.rootKey), database: database)
            let now = time.now()
            let present = try await blobs.addresses()
            let restore = DomainRestore(
                erasures: restoration.erasures,
                backupAt: Timestamp(milliseconds: restoration.createdAt),
                now: now,
                keys: keys,
                people: domains.people(keys: keys)
            )
            let (epoch, outcome, removed) = try await database.write { tx in
                let outcome = try domains.finish(restore, in: tx)
                let details = ["backup": restoration.id, "erased": "\(outcome.erased)"]
                try AuditStore.append(.backupRestored, actor: "administrator", subject: nil, details: details, at: now, in: tx)
                // A backup holds what lay in the store while it was made, also what no row names.
                let known = Set(try domains.blobs(in: tx) + OrphanedBlobStore.all(in: tx))
                let unnamed = present.filter { !known.contains($0) }
                try OrphanedBlobStore.release(unnamed, at: now, in: tx)
                return (try Epoch.begin(in: tx), outcome, Set(outcome.blobs + unnamed))
            }
            for address in removed { try await blobs.delete(address) }
            try await AuditLedger(database: database, keys: keys, file: "\(folder.path)/audit.checkpoint", time: time).checkpoint()
            await database.close()
            return Report(
                id: restoration.id,
                rows: written.rows,
                blobs: written.blobs,
                erased: outcome.erased,
                unreadable: outcome.unreadable,
                epoch: epoch,
                damagedBlobs: written.damaged.map(\.description).sorted()
            )
        } catch {
            await database.close()
            throw error
        }
    }

    /// The target's full path.
    ///
    /// - Throws: ``ConfigurationError`` where something lies there, or where no folder can be moved to.
    static func checkEmpty(_ path: String) throws -> String {
        let full = URL(filePath: path).standardizedFileURL.path
        let trimmed = full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full
        guard let found = try? FileManager.default.attributesOfItem(atPath: trimmed) else { return trimmed }
        guard found[.type] as? FileAttributeType != .typeSymbolicLink else {
            throw ConfigurationError(setting: "data", problem: "\(path) is a link; name the folder itself")
        }
        // Nothing can be moved to where a file system is mounted.
        let parent = URL(filePath: trimmed).deletingLastPathComponent().resolvingSymlinksInPath().path
        let above = try? FileManager.default.attributesOfItem(atPath: parent)
        guard let device = found[.systemNumber] as? NSNumber, device == above?[.systemNumber] as? NSNumber, trimmed != "/" else {
            throw ConfigurationError(setting: "data", problem: "a file system is mounted at \(path); name a folder inside it")
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: trimmed), names.isEmpty else {
            throw ConfigurationError(setting: "data", problem: "\(path) is not an empty folder; name one that is empty, or none yet")
        }
        return trimmed
    }
}
