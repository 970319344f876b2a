import Foundation
import Synchronization

/// The root keys that an instance can read: the one in use and, while keys are exchanged, the next.
///
/// Keys stay in memory once read. A key that is not known yet is looked for on the disk again, so that a server goes on while another
/// process exchanges the root key.
public final class RootKeyFiles: Sendable {
    /// The file of the key in use.
    public let path: String
    /// The file of the next key, while root keys are exchanged.
    public var nextPath: String { "\(path).next" }

    private let isCredential: Bool
    private let known = Mutex<[String: RootKey]>([:])

    /// Names the files.
    ///
    /// - Parameters:
    ///   - path: The file of the key in use.
    ///   - isCredential: Whether systemd keeps it: it is never made or moved then.
    public init(path: String, isCredential: Bool = false) {
        self.path = path
        self.isCredential = isCredential
    }

    /// Keys that lie in no file, for tests and libraries.
    init(_ keys: [RootKey]) {
        path = ""
        isCredential = true
        known.withLock { known in for key in keys { known[key.id] = key } }
    }

    /// The key in use as its file says, made where nothing hangs on one yet.
    ///
    /// - Parameter creating: Whether to make a key where there is no file.
    /// - Returns: The key.
    /// - Throws: ``StorageError`` of code `notFound` or `invalidKey`.
    public func load(creating: Bool) throws -> RootKey {
        if path.isEmpty, let key = known.withLock({ $0.values.first }) { return key }
        let key = creating && !isCredential ? try RootKey.loadOrCreate(at: path) : try RootKey.load(at: path, isCredential: isCredential)
        return remember(key)
    }

    /// The next key, if its file is there.
    func loadNext() throws -> RootKey? {
        if path.isEmpty { return nil }
        do {
            return remember(try RootKey.load(at: nextPath, isCredential: isCredential))
        } catch let error as StorageError where error.code == .notFound {
            return nil
        }
    }

    /// Keeps others from exchanging keys until it is let go of.
    ///
    /// - Throws: ``StorageError`` of code `busy` where another process has it.
    func lock() throws -> File? {
        // Nothing is moved where systemd keeps the files.
        if isCredential { return nil }
        let file = try File("\(path).lock", O_RDWR | O_CREAT)
        guard file.lock() else { throw StorageError(.busy, "another process exchanges the root key \(path); wait for it") }
        return file
    }

    /// Makes the next key, or goes on with the one that an earlier exchange made.
    func makeNext() throws -> RootKey {
        if let key = try loadNext() { return key }
        guard !isCredential else {
            throw StorageError(.notFound, "systemd keeps the root key; give the next one as the credential root.key.next, and try again")
        }
        try removeDrafts()
        return remember(try RootKey.create(at: nextPath))
    }

    /// Puts the next key in the place of the one in use, which is gone then.
    func promote() throws {
        guard !isCredential else { return }
        guard rename(nextPath, path) == 0 || errno == ENOENT else { throw StorageError(errno: errno, "move", nextPath) }
        try File.syncFolder(of: path)
        // The exchange is done, whatever becomes of them.
        try? removeDrafts()
    }

    /// Removes the root keys that were being written when their process was killed; to be called under the lock.
    private func removeDrafts() throws {
        let folder = File.folder(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        for found in try FileManager.default.contentsOfDirectory(atPath: folder) where found.hasPrefix("\(name).") {
            let rest = found.dropFirst(name.count + 1)
            let digits = rest.hasPrefix("next.") ? rest.dropFirst(5) : rest
            if digits.wholeMatch(of: /[0-9a-f]{32}/) != nil { try File.remove("\(folder)/\(found)") }
        }
    }

    /// The key with an id.
    ///
    /// - Throws: ``StorageError`` of code `invalidKey` where no file holds it.
    func key(_ id: String) throws -> RootKey {
        if let key = known.withLock({ $0[id] }) { return key }
        if !path.isEmpty {
            let found = [try? RootKey.load(at: path, isCredential: isCredential), try loadNext()].compactMap(\.self).map(remember)
            if let key = found.first(where: { $0.id == id }) { return key }
        }
        let have = known.withLock { $0.keys.sorted() }.joined(separator: ", ")
        throw StorageError(.invalidKey, "the data hang on the root key \(id), but there is only \(have.isEmpty ? "none" : have)")
    }

    @discardableResult
    private func remember(_ key: RootKey) -> RootKey {
        known.withLock { $0[key.id] = key }
        return key
    }
}
