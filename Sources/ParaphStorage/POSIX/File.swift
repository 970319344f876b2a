import Foundation

/// An open file or folder, closed when the last reference to it goes.
final class File: Sendable {
    let path: String
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``StorageError`` of code `notFound`, `conflict` (it exists and was to be made), `full` or `engine`.
    init(_ path: String, _ flags: CInt, mode: mode_t = 0o600) throws {
        self.path = path
        descriptor = Foundation.open(path, flags | O_CLOEXEC, mode)
        if descriptor < 0 { throw StorageError(errno: errno, "open", path) }
    }

    deinit {
        Foundation.close(descriptor)
    }

    func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageError(errno: errno, "examine", path) }
        return status
    }

    /// Locks the file against others who ask, and says whether it could.
    ///
    /// The lock goes with the file or the process, however that ends.
    /// - Parameter shared: Whether others may have a shared lock as well.
    /// - Returns: Whether the file is locked now.
    func lock(shared: Bool = false) -> Bool {
        flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
    }

    func write(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(errno: errno, "write", path) }
            offset += count
        }
    }

    /// Reads up to as many bytes from an offset; fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws -> [UInt8] {
        var failure: CInt?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = errno }
                guard more > 0 else { return }
                filled += more
            }
        }
        if let failure { throw StorageError(errno: failure, "read", path) }
        return bytes
    }

    /// Waits until what was written, or what a folder lists, is on the disk.
    func sync() throws {
        #if canImport(Darwin)
        let result = fcntl(descriptor, F_FULLFSYNC)
        #else
        let result = fsync(descriptor)
        #endif
        guard result == 0 else { throw StorageError(errno: errno, "flush", path) }
    }

    /// Puts the file at another path, in place of what is there, for good.
    func move(to target: String) throws {
        guard rename(path, target) == 0 else { throw StorageError(errno: errno, "move", path) }
        try Self.syncFolder(of: target)
    }

    /// Waits until the entry of a path in its folder is on the disk.
    static func syncFolder(of path: String) throws {
        try File(folder(of: path), O_RDONLY | O_DIRECTORY).sync()
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder for its owner alone, unless it is there.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StorageError(errno: errno, "make the folder", path) }
    }

    /// Removes a file, and says whether it was there.
    @discardableResult
    static func remove(_ path: String) throws -> Bool {
        if unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw StorageError(errno: errno, "remove", path) }
        return false
    }
}

extension StorageError {
    /// Tells a refusal of the operating system.
    init(errno: CInt, _ action: String, _ path: String) {
        let code: Code =
            switch errno {
            case ENOENT: .notFound
            case EEXIST: .conflict
            case ENOSPC, EDQUOT: .full
            case EMFILE, ENFILE: .busy
            default: .engine
            }
        self.init(code, "cannot \(action) \(path): \(String(cString: strerror(errno)))")
    }
}
