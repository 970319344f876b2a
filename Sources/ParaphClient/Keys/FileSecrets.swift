import Crypto
public import Foundation
import ParaphEncoding

/// Keeps secrets in files of one folder, sealed by a key that lies beside them, both for their owner alone to read.
///
/// For systems that have nothing better, such as Linux. The seal keeps a file that is copied without its key from being read, and one that is
/// put in another's place from being taken; who may read all files of this user reads these too.
public struct FileSecrets: SecretStore {
    private static let keyName = "secrets.key"

    private let folder: URL
    private let key: SymmetricKey

    /// Opens a folder, and makes it where there is none.
    ///
    /// - Throws: ``ClientError`` of code `storage` where it cannot be made, or is open to other users.
    public init(folder: URL) throws {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            key = try Self.key(at: folder.appending(path: Self.keyName))
        } catch let error as ClientError {
            throw error
        } catch {
            throw ClientError(.storage, "the folder of secrets cannot be made", cause: error)
        }
    }

    private static func key(at url: URL) throws -> SymmetricKey {
        if !FileManager.default.fileExists(atPath: url.path) {
            let draft = url.deletingLastPathComponent().appending(path: "\(UUID().uuidString).draft")
            defer { try? FileManager.default.removeItem(at: draft) }
            try writeNew(SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }, to: draft)
            // A link, unlike a move, never replaces a key that another process made a moment ago.
            guard link(draft.path, url.path) == 0 || errno == EEXIST else { throw CocoaError(.fileWriteUnknown) }
        }
        let permissions = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
        guard let mode = permissions?.intValue, mode & 0o077 == 0 else {
            throw ClientError(.storage, "the key of the secrets is open to other users; run: chmod 600 \(url.path)")
        }
        let bytes = try Data(contentsOf: url)
        guard bytes.count == 32 else { throw ClientError(.storage, "the key of the secrets is damaged: it has other than 32 bytes") }
        return SymmetricKey(data: bytes)
    }

    public func read(_ name: String) throws -> [UInt8]? {
        let url = url(of: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            let box = try AES.GCM.SealedBox(combined: try Data(contentsOf: url))
            return Array(try AES.GCM.open(box, using: key, authenticating: Data(name.utf8)))
        } catch {
            throw ClientError(.storage, "a secret cannot be read: its file is damaged, or another's", cause: error)
        }
    }

    public func write(_ bytes: [UInt8], as name: String) throws {
        do {
            guard let sealed = try AES.GCM.seal(bytes, using: key, authenticating: Data(name.utf8)).combined else { return }
            let draft = folder.appending(path: "\(UUID().uuidString).draft")
            defer { try? FileManager.default.removeItem(at: draft) }
            try Self.writeNew(sealed, to: draft)
            let place = url(of: name)
            guard rename(draft.path, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw ClientError(.storage, "a secret cannot be kept", cause: error)
        }
    }

    public func remove(_ name: String) throws {
        let url = url(of: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw ClientError(.storage, "a secret cannot be removed", cause: error)
        }
    }

    /// Makes a file that its owner alone can read, from the first byte on; never in place of one that is there.
    private static func writeNew(_ data: Data, to url: URL) throws {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.synchronize()
        try file.close()
    }

    private func url(of name: String) -> URL {
        folder.appending(path: Hexadecimal.encode(SHA256.hash(data: Data(name.utf8))))
    }
}
