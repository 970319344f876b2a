import Foundation

/// Small files that are replaced whole: after a crash there is the one before or the new one, never a part.
package enum DurableFile {
    /// Writes a file for its owner alone, in place of the one that is there.
    ///
    /// - Throws: ``StorageError`` where the disk refuses; the file is as it was then.
    package static func replace(at path: String, with bytes: [UInt8]) throws {
        let draft = "\(path).\(Identifier.random())"
        do {
            let file = try File(draft, O_WRONLY | O_CREAT | O_EXCL)
            try file.write(bytes)
            try file.sync()
            try file.move(to: path)
        } catch {
            _ = try? File.remove(draft)
            throw error
        }
    }

    /// Waits until the entry of a path in its folder is on the disk.
    ///
    /// - Throws: ``StorageError`` where the disk refuses.
    package static func syncFolder(of path: String) throws {
        try File.syncFolder(of: path)
    }

    /// Reads a file; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: How many bytes it may have.
    /// - Returns: Its bytes.
    /// - Throws: ``StorageError`` of code `tooLarge` where it has more, `engine` where it cannot be read.
    package static func read(at path: String, limit: Int) throws -> [UInt8]? {
        do {
            let bytes = try File(path, O_RDONLY).read(at: 0, count: limit + 1)
            guard bytes.count <= limit else { throw StorageError(.tooLarge, "\(path) has more than \(limit) bytes") }
            return bytes
        } catch let error as StorageError where error.code == .notFound {
            return nil
        }
    }
}
