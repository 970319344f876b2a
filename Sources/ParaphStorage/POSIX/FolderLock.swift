import Foundation

/// A folder that is in use: by many at once, or by one alone.
///
/// The lock ends with the last reference to it or the process, however that ends. It binds those only who ask for it.
package final class FolderLock: Sendable {
    /// Held open: the lock is the open folder's.
    private let folder: File

    /// Locks a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - alone: Whether no other process may have it.
    /// - Throws: ``StorageError`` of code `busy` where others hold it otherwise, `notFound` where there is no such folder.
    package init(_ path: String, alone: Bool) throws {
        folder = try File(path, O_RDONLY | O_DIRECTORY)
        guard folder.lock(shared: !alone) else {
            let use = alone ? "is in use: stop the servers and commands that work on it" : "is being moved: wait for that"
            throw StorageError(.busy, "\(path) \(use)")
        }
    }
}
