import Crypto
public import Foundation
import ParaphEncoding

/// What people drew or typed and did not send yet, sealed in a folder, so that it is there again when the system ended the app meanwhile.
///
/// The key lies among the secrets. A draft is kept for a day: what is older is erased, unread. Where something cannot be kept or read any more
/// there is no draft; nothing fails of it.
public actor Drafts {
    private static let secretName = "drafts/key"
    /// The largest draft, in bytes.
    private static let largest = 4 << 20
    /// How long a draft is kept, in seconds.
    private static let lifetime = 86_400.0

    private let folder: URL
    private let secrets: any SecretStore
    private let now: @Sendable () -> Date

    /// Keeps drafts in a folder.
    ///
    /// - Parameters:
    ///   - folder: A folder of its own that no backup takes up; it is made where there is none.
    ///   - secrets: Where the key is kept that opens them.
    public init(in folder: URL, secrets: any SecretStore) {
        self.init(in: folder, secrets: secrets) { Date() }
    }

    init(in folder: URL, secrets: any SecretStore, now: @escaping @Sendable () -> Date) {
        (self.folder, self.secrets, self.now) = (folder, secrets, now)
    }

    /// Keeps a draft in place of the one before of its name; what is too large is not kept, and neither is the one before.
    package func keep(_ draft: [UInt8], as name: String) {
        let file = file(of: name)
        guard draft.count <= Self.largest, let key = try? key(), let seal = try? AES.GCM.seal(draft, using: key, authenticating: tag(name)),
            let sealed = seal.combined
        else {
            try? FileManager.default.removeItem(at: file)
            return
        }
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: permissions)
        do {
            try sealed.write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600, .modificationDate: now()], ofItemAtPath: file.path)
        } catch {
            // Half of a draft is none.
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// The draft of a name, where there is one that is not too old.
    package func find(_ name: String) -> [UInt8]? {
        let file = file(of: name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let keptAt = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
        guard let keptAt, now().timeIntervalSince(keptAt) < Self.lifetime, keptAt.timeIntervalSince(now()) < Self.lifetime,
            let sealed = try? Data(contentsOf: file), let box = try? AES.GCM.SealedBox(combined: sealed), let key = try? key(),
            let draft = try? AES.GCM.open(box, using: key, authenticating: tag(name))
        else {
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        return Array(draft)
    }

    /// Erases a draft.
    package func erase(_ name: String) { try? FileManager.default.removeItem(at: file(of: name)) }

    /// Erases all drafts, and the key with them, such as when the person signs out.
    public func eraseAll() {
        try? secrets.remove(Self.secretName)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Erases what is too old, such as when the app begins.
    public func eraseOld() {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        for file in files {
            let keptAt = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
            if let keptAt, now().timeIntervalSince(keptAt) < Self.lifetime { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private func key() throws -> SymmetricKey {
        if let bytes = try secrets.read(Self.secretName), bytes.count == 32 { return SymmetricKey(data: bytes) }
        let key = SymmetricKey(size: .bits256)
        try secrets.write(key.withUnsafeBytes { Array($0) }, as: Self.secretName)
        return key
    }

    /// A draft that is put in another's place is none.
    private func tag(_ name: String) -> Data { Data("draft \(name)".utf8) }

    /// Names say whose and of which document a draft is: they stand in no file's name.
    private func file(of name: String) -> URL {
        folder.appending(path: "\(Hexadecimal.encode(SHA256.hash(data: Data(name.utf8)).prefix(16))).draft")
    }
}
