import ParaphStorage

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a node keeps what it keeps: `paraph.db`, `root.key` and `blobs/`.
struct DataFolder: Sendable {
    let path: String

    var database: String { "\(path)/paraph.db" }
    var rootKey: String { "\(path)/root.key" }
    var blobs: String { "\(path)/blobs" }

    /// Makes the folder, readable by its owner only, where it is not there yet.
    ///
    /// - Throws: ``ConfigurationError`` where it cannot be made or is no folder.
    init(creating path: String) throws {
        self.path = path
        var prefix = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            prefix += "/\(part)"
            if mkdir(prefix, 0o700) != 0, errno != EEXIST {
                throw ConfigurationError(setting: "data", problem: "\(prefix) cannot be made: \(String(cString: strerror(errno)))")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ConfigurationError(setting: "data", problem: "\(path) is not a folder")
        }
    }

    /// Names a folder that must be there already.
    ///
    /// - Throws: ``ConfigurationError`` where it holds no database.
    init(existing path: String) throws {
        self.path = path
        guard access("\(path)/paraph.db", F_OK) == 0 else {
            throw ConfigurationError(setting: "data", problem: "\(path) holds no Paraph database; `paraph serve --data \(path)` makes one")
        }
    }
}
