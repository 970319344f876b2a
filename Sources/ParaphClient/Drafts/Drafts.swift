import Crypto
public import Foundation
import ParaphEncoding
import Synchronization

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
    private let turns = Mutex(0)
    /// The turn of what was done last with each draft's file, and with all.
    private var done: [URL: Int] = [:]
    private var allDone = 0

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

    /// A number for what is to be kept or erased, to be taken as the draft is looked at: calls reach this in any order, and the later look counts.
    package nonisolated func nextTurn() -> Int {
        turns.withLock { turn in
            turn += 1
            return turn
        }
    }

    private func isDue(_ file: URL, at turn: Int?) -> Bool {
        let turn = turn ?? nextTurn()
        guard turn > max(done[file] ?? 0, allDone) else { return false }
        done[file] = turn
        return true
    }

    /// Keeps a draft in place of the one before of its name; what is too large is not kept, and neither is the one before.
    package func keep(_ draft: [UInt8], as name: String, at turn: Int? = nil) {
        let file = file(of: name)
        guard isDue(file, at: turn) else { return }
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
        guard let keptAt, now().timeIntervalSince(keptAt) < Self.lifetime, keptAt.timeIntervalSince(now()) < Self.lifetime else {
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        let key: SymmetricKey?
        let sealed: Data
        do {
            (key, sealed) = (try keptKey(), try Data(contentsOf: file))
        } catch {
            // Neither can be read before the device was unlocked once: there is a draft, for later.
            return nil
        }
        guard let key, let box = try? AES.GCM.SealedBox(combined: sealed),
            let draft = try? AES.GCM.open(box, using: key, authenticating: tag(name))
        else {
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        return Array(draft)
    }

    /// Erases a draft.
    package func erase(_ name: String, at turn: Int? = nil) {
        let file = file(of: name)
        if isDue(file, at: turn) { try? FileManager.default.removeItem(at: file) }
    }

    /// Erases all drafts, and the key with them, such as when the person signs out.
    public func eraseAll() {
        allDone = nextTurn()
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

    private func keptKey() throws -> SymmetricKey? {
        guard let bytes = try secrets.read(Self.secretName), bytes.count == 32 else { return nil }
        return SymmetricKey(data: bytes)
    }

    private func key() throws -> SymmetricKey {
        if let key = try keptKey() { return key }
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
