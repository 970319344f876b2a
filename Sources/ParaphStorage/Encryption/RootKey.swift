import Crypto
import Foundation

/// The key that every other key is wrapped by: 32 bytes in a file that its owner alone can read.
///
/// Whoever has it and the database reads everything; without it the database's sealed values are lost.
public struct RootKey: Sendable {
    /// Tells root keys apart and gives nothing of them away.
    public let id: String
    let key: SymmetricKey

    static let length = 32

    init(bytes: [UInt8]) {
        key = SymmetricKey(data: bytes)
        id = Hexadecimal.encode(SHA256.hash(data: Array("paraph root key id\0".utf8) + bytes).prefix(8))
    }

    /// Reads the key from its file.
    ///
    /// - Parameter path: A file of exactly 32 bytes that neither group nor others may read or write.
    /// - Returns: The key.
    /// - Throws: ``StorageError`` of code `notFound`, or `invalidKey` where the file is open to others or of another length.
    public static func load(at path: String) throws -> RootKey {
        let file = try File(path, O_RDONLY)
        let status = try file.status()
        guard status.st_mode & 0o077 == 0 else {
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
        let bytes = Identifier.randomBytes(length)
        let draft = path + "." + Identifier.random()
        defer { _ = try? File.remove(draft) }
        let file = try File(draft, O_WRONLY | O_CREAT | O_EXCL)
        try file.write(bytes)
        try file.sync()
        // A link, unlike a move, never replaces a file.
        guard link(draft, path) == 0 else { throw StorageError(errno: errno, "make the root key", path) }
        try File.syncFolder(of: path)
        return RootKey(bytes: bytes)
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
