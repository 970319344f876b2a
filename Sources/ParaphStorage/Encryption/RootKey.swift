import Crypto
import Foundation
import ParaphEncoding

/// The key that every other key is wrapped by: 32 bytes in a file that its owner alone can read.
///
/// With it and the database everything can be read; without it the database's sealed values are lost.
public struct RootKey: Sendable {
    /// Tells root keys apart and gives nothing of them away.
    public let id: String
    let key: SymmetricKey
    private let bytes: [UInt8]

    static let length = 32

    init(bytes: [UInt8]) {
        self.bytes = bytes
        key = SymmetricKey(data: bytes)
        id = Hexadecimal.encode(SHA256.hash(data: Array("paraph root key id\0".utf8) + bytes).prefix(8))
    }

    /// Makes the key of bytes that lie elsewhere than in a file, such as in a Keychain.
    ///
    /// - Parameter bytes: 32 random bytes.
    /// - Throws: ``StorageError`` of code `invalidKey` where they are another number.
    public init(secret bytes: [UInt8]) throws {
        guard bytes.count == Self.length else { throw StorageError(.invalidKey, "a root key has \(Self.length) bytes") }
        self.init(bytes: bytes)
    }

    /// Reads the key from its file.
    ///
    /// - Parameters:
    ///   - path: A plain file of exactly 32 bytes, owned by the user that runs the program (or root), closed to group and others; no link.
    ///   - isCredential: Whether systemd keeps the file: it may then be readable by its group, which is how its access list shows.
    /// - Returns: The key.
    /// - Throws: ``StorageError`` of code `notFound`, or `invalidKey` where the file is a link, open to others, another's or of another length.
    public static func load(at path: String, isCredential: Bool = false) throws -> RootKey {
        let file: File
        do {
            file = try File(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch let error as StorageError where error.code != .notFound {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { throw error }
            throw StorageError(.invalidKey, "the root key \(path) is a link; name the file itself")
        }
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.invalidKey, "the root key \(path) is not a plain file") }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw StorageError(.invalidKey, "the root key \(path) belongs to another user; run: chown $(id -u) \(path)")
        }
        guard status.st_mode & (isCredential ? 0o037 : 0o077) == 0 else {
            throw StorageError(.invalidKey, "the root key \(path) is open to other users; run: chmod 600 \(path)")
        }
        let bytes = try file.read(at: 0, count: length + 1)
        guard bytes.count == length else {
            throw StorageError(.invalidKey, "the root key \(path) must hold exactly \(length) bytes; restore it from its backup")
        }
        return RootKey(bytes: bytes)
    }

    /// Makes a key and its file, never in place of one that is there.
    ///
    /// The file appears complete and durable, or not at all.
    /// - Parameter path: Where the file is to be; its folder must exist.
    /// - Returns: The key.
    /// - Throws: ``StorageError`` of code `conflict` where there is a file already.
    public static func create(at path: String) throws -> RootKey {
        let key = RootKey(bytes: Identifier.randomBytes(length))
        try key.save(at: path)
        return key
    }

    /// Writes the key to another file, never in place of one that is there, as a restore does.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where there is a file already.
    package func save(at path: String) throws {
        let draft = path + "." + Identifier.random()
        defer { _ = try? File.remove(draft) }
        let file = try File(draft, O_WRONLY | O_CREAT | O_EXCL)
        try file.write(bytes)
        try file.sync()
        // A link, unlike a move, never replaces a file.
        guard link(draft, path) == 0 else { throw StorageError(errno: errno, "make the root key", path) }
        try File.syncFolder(of: path)
    }

    /// Reads the key from its file, or makes both where there is none.
    public static func loadOrCreate(at path: String) throws -> RootKey {
        do {
            return try load(at: path)
        } catch let error as StorageError where error.code == .notFound {
            do {
                return try create(at: path)
            } catch let error as StorageError where error.code == .conflict {
                return try load(at: path)
            }
        }
    }
}
