import ParaphStorage
import ParaphWire
import ServerKit

/// Deletes what is over of files: files that did not come within a day, those that were a week in the trash, and what is counted of invitations and mails; and tells owners of what
/// was deleted.
struct FileSweep: Sendable {
    let environment: FilesEnvironment
    /// The most rows of one kind that one turn deletes.
    var batch = 50

    /// Deletes some.
    ///
    /// - Returns: whether there may be more.
    func turn() async throws -> Bool {
        let now = environment.time.now()
        let (unfinished, trashed, counted, told) = try await environment.database.write { [environment, batch] tx in
            let store = environment.store
            let removals = try store.takeRemovals(before: now.adding(seconds: -FileLimits.removalPause), limit: batch, in: tx)
            for (ownerID, count) in removals {
                try environment.people.send(.removed(count: count), to: ownerID, causedBy: ownerID, in: tx)
            }
            let uploads = now.adding(seconds: -FileLimits.uploadTime)
            let trash = now.adding(seconds: -FileLimits.trashTime)
            return (
                try store.deleteUnfinished(before: uploads, at: now, limit: batch, in: tx),
                try store.deleteTrashed(before: trash, at: now, limit: batch, in: tx),
                try FileCounter.allCases.map { try $0.sweep(at: now, limit: batch, in: tx) },
                removals.count
            )
        }
        await environment.contents.discard(unfinished.blobs + trashed.blobs)
        return unfinished.isMore || trashed.isMore || counted.contains(batch) || told == batch
    }
}
