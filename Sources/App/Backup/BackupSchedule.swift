import Configuration
import Logging
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle

/// Makes a backup once a period, counted from the last one; in between, keys of people who were erased leave the backups within a minute, and
/// those that were wrapped by a new root key follow it.
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
        // Servers that are often started anew do not fill the folder with backups, and so remove the older ones.
        guard (try? await Task.sleep(for: plan.delay(last: Backup.last(in: plan.folder), now: node.time.now().milliseconds))) != nil else {
            return
        }
        repeat {
            do {
                let report = try await node.makeBackup(to: plan.folder, keep: plan.keep)
                logger.info("backed up", metadata: ["id": "\(report.id)", "rows": "\(report.rows)", "newBlobs": "\(report.newBlobs)"])
                for address in report.missingBlobs { logger.error("a blob is missing", metadata: ["address": "\(address)"]) }
                for address in report.damagedBlobs { logger.error("a blob is damaged", metadata: ["address": "\(address)"]) }
            } catch {
                logger.error("the backup failed", metadata: ["error": "\(error)"])
            }
        } while (try? await Task.sleep(for: plan.period)) != nil
    }

    private func followErasures() async {
        // A person may have been erased while no server ran, so the first look renews them.
        var known: BackupKeyState?
        while (try? await Task.sleep(for: Self.erasurePeriod)) != nil {
            do {
                let state = try await node.backup.keyState()
                if known != state { try await node.backup.renewKeys(in: plan.folder) }
                known = state
            } catch {
                // Tried again in a minute, and with the next backup.
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

    /// How long a server that starts waits for its first backup; a last one that a wrong clock dated later waits one period at most.
    func delay(last: Int64?, now: Int64) -> Duration {
        guard let last else { return .zero }
        return min(period, max(.zero, .milliseconds(last) + period - .milliseconds(now)))
    }

    static func period(_ text: String) -> Duration? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        guard let last = text.last, let unit = units[last], let number = Int(text.dropLast()), (1...525_600).contains(number),
            number * unit <= 365 * 86_400
        else { return nil }
        return .seconds(number * unit)
    }
}
