import Foundation
import ParaphStorage

/// Where a node keeps what it keeps: `paraph.db`, `root.key` and `blobs/`.
struct DataFolder: Sendable {
    let path: String

    var database: String { "\(path)/paraph.db" }
    var rootKey: String { "\(path)/root.key" }
    var blobs: String { "\(path)/blobs" }

    /// Names a folder, whether it is there or not.
    init(naming path: String) {
        self.path = path
    }

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
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw ConfigurationError(setting: "data", problem: "\(path) is not a folder")
        }
    }

    /// Names a folder that must be there already.
    ///
    /// - Throws: ``ConfigurationError`` where it holds no database, or no root key for the one that lies elsewhere.
    init(existing path: String, for database: DatabaseAddress = .folder) throws {
        self.path = path
        let (file, thing) = database.isFolder ? (self.database, "Paraph database") : (rootKey, "root key")
        guard access(file, F_OK) == 0 else {
            throw ConfigurationError(setting: "data", problem: "\(path) holds no \(thing); `paraph serve --data \(path)` makes one")
        }
    }

    /// Refuses to make a new root key for a database that another one sealed.
    ///
    /// - Throws: ``ConfigurationError`` where the folder lacks the key of a database on a server that is in use already.
    func checkRootKey(for address: DatabaseAddress, _ database: any Database) async throws {
        guard !address.isFolder, access(rootKey, F_OK) != 0 else { return }
        guard try await database.pending(Wiring.migrations).count < Wiring.migrations.count else { return }
        throw ConfigurationError(
            setting: "data",
            problem: "\(path) holds no root.key, but \(address) is in use: copy root.key of its other node, and share the folder blobs"
        )
    }
}
