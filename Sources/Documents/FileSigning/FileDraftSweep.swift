import ParaphStorage
import ServerKit

/// Deletes drafts of signatures that are over: those that are good no more, and those on files that are gone.
struct FileDraftSweep: Sendable {
    let environment: DocumentsEnvironment
    /// The most rows of one kind that one turn looks at.
    var batch = 500

    /// Deletes some.
    ///
    /// - Returns: whether there may be more.
    func turn() async throws -> Bool {
        let expired = try await environment.database.write { [now = environment.time.now(), batch] tx in
            try FileDraftStore.deleteExpired(at: now, limit: batch, in: tx)
        }
        var last = ""
        while true {
            let ids = try await environment.database.write { [files = environment.files, batch, last] tx in
                let ids = try FileDraftStore.files(after: last, limit: batch, in: tx)
                try FileDraftStore.delete(onFiles: Set(ids).subtracting(files.existing(among: ids, in: tx)), in: tx)
                return ids
            }
            guard ids.count == batch, let end = ids.last else { return expired == batch }
            last = end
        }
    }
}
