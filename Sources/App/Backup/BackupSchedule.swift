import Configuration
import Logging
import ParaphStorage
import ServerKit
import ServiceLifecycle

/// Makes a backup when a server starts and then once a period; in between, keys of people who were erased leave the backups within a minute.
struct BackupSchedule: Service {
    let node: Node
    let plan: BackupPlan
    let logger: Logger

    private static let erasurePeriod = Duration.seconds(60)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await makeBackups() }
                group.addTask { await followErasures() }
            }
        }
    }

    private func makeBackups() async {
        repeat {
            do {
                let report = try await node.makeBackup(to: plan.folder, keep: plan.keep)
                logger.info("backed up", metadata: ["id": "\(report.id)", "rows": "\(report.rows)", "newBlobs": "\(report.newBlobs)"])
                for address in report.damagedBlobs { logger.error("a blob is damaged", metadata: ["address": "\(address)"]) }
            } catch {
                logger.error("the backup failed", metadata: ["error": "\(error)"])
            }
        } while (try? await Task.sleep(for: plan.period)) != nil
    }

    private func followErasures() async {
        var known = try? await node.database.read { try Wiring.backupScope.erasures($0).count }
        while (try? await Task.sleep(for: Self.erasurePeriod)) != nil {
            do {
                let count = try await node.database.read { try Wiring.backupScope.erasures($0).count }
                if let known, known != count { try await node.backup.renewKeys(in: plan.folder) }
                known = count
            } catch {
                // Tried again in a minute, and with the next backup.
                known = known ?? -1
                logger.warning("the keys of the backups were not renewed", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// When and where a server makes backups of itself.
public struct BackupPlan: Hashable, Sendable {
    /// The folder of backups.
    public var folder: String
    /// How long from one to the next.
    public var period: Duration
    /// How many stay; `nil` keeps all.
    public var keep: Int?

    /// Makes a plan.
    public init(folder: String, period: Duration, keep: Int? = nil) {
        self.folder = folder
        self.period = period
        self.keep = keep
    }

    /// Reads `backupTo`, `backupEvery` and `backupKeep`; `nil` where none is set.
    init?(settings: Settings) throws {
        guard let folder = settings.text("backupTo") else {
            for (key, flag) in [("backupEvery", "backup-every"), ("backupKeep", "backup-keep")] where settings.text(.init(key)) != nil {
                throw ConfigurationError(setting: flag, problem: "needs --backup-to, the folder of backups")
            }
            return nil
        }
        let text = settings.text("backupEvery") ?? "24h"
        guard let period = Self.period(text) else {
            throw ConfigurationError(setting: "backup-every", problem: "must be minutes, hours or days, as in 30m, 1h or 7d; 365d at most")
        }
        self.init(folder: folder, period: period, keep: try settings.number("backupKeep", in: 1...10_000))
    }

    static func period(_ text: String) -> Duration? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        guard let last = text.last, let unit = units[last], let number = Int(text.dropLast()), (1...525_600).contains(number),
            number * unit <= 365 * 86_400
        else { return nil }
        return .seconds(number * unit)
    }
}
