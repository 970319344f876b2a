import Crypto
import Foundation

/// A folder of backups: each in a folder of its own, the blobs of all of them once, and one file of keys.
///
///     20261121T153000123Z-1f0c…/   manifest.json, manifest.seal, blobs.list, a file of rows for each table
///     blobs/                       blobs by address, shared
///     keys                         wrapped keys and who was erased, replaced by every backup
///     lock                         held while a backup runs
struct BackupFolder: Sendable {
    static let holder = "backup"
    let path: String

    var keys: String { "\(path)/keys" }
    var blobs: String { "\(path)/blobs" }

    func folder(of id: String) -> String { "\(path)/\(id)" }

    /// Makes the folder, keeps other backups out until the lock is let go of, and removes what broken ones left.
    func prepare() throws -> File {
        try File.makeFolder(path)
        let lock = try File("\(path)/lock", O_RDWR | O_CREAT)
        guard lock.lock() else { throw StorageError(.busy, "another backup to \(path) runs; wait for it") }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where Self.isLeftover(name) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
        return lock
    }

    /// Whether a name is of something that a backup makes and moves away at once.
    private static func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(".draft-") || name.wholeMatch(of: /keys\.[0-9a-f]+/) != nil
    }

    /// The names of the backups that are complete, oldest first.
    func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
            name.wholeMatch(of: /[0-9]{8}T[0-9]{9}Z-[0-9a-f]{8}/) != nil
        }.sorted()
    }

    /// The present moment, or one behind everything that lies here: where the clock was put back, what comes later still sorts behind.
    func moment(after now: Int64) throws -> Int64 {
        struct Head: Decodable { var createdAt: Int64 }
        // What is damaged tells nothing, and is about to be replaced.
        let keys = try DurableFile.read(at: keys, limit: BackupKeys.limit).flatMap { BackupKeys.json(of: $0) }
        let head = keys.flatMap { try? JSONDecoder().decode(Head.self, from: Data($0)).createdAt }
        let last = [head, try backups().last.flatMap(Self.moment)].compactMap(\.self).filter { $0 < Self.latest }.max()
        return max(now, last.map { $0 + 1 } ?? now)
    }

    /// The last moment that a name can tell, the end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// The moment that a backup's name tells, in milliseconds since 1970.
    static func moment(of id: String) -> Int64? {
        guard let found = id.prefixMatch(of: /([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{3})Z/)?.output,
            let year = CInt(found.1), let month = CInt(found.2), let day = CInt(found.3), let hour = CInt(found.4),
            let minute = CInt(found.5), let second = CInt(found.6), let rest = Int64(found.7)
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        return Int64(timegm(&parts)) * 1000 + rest
    }

    /// A name for a backup of a moment.
    static func id(at milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func pad(_ value: some BinaryInteger, _ width: Int) -> String {
            String(String(repeating: "0", count: width) + "\(value)").suffix(width).description
        }
        let day = pad(parts.tm_year + 1900, 4) + pad(parts.tm_mon + 1, 2) + pad(parts.tm_mday, 2)
        let time = pad(parts.tm_hour, 2) + pad(parts.tm_min, 2) + pad(parts.tm_sec, 2) + pad(milliseconds % 1000, 3)
        return "\(day)T\(time)Z-\(Identifier.random().prefix(8))"
    }
}

// MARK: - Seals

/// Bytes whose origin a key of the instance vouches for: the seal holds their SHA-256.
enum BackupSeal {
    static func make(for bytes: [UInt8], row: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8] {
        let digest = Array(SHA256.hash(data: bytes))
        return try keys.seal(digest, holder: BackupFolder.holder, table: "backup", row: row, version: 1, in: tx)
    }

    /// - Throws: ``StorageError`` of code `corrupt` where the bytes are others.
    static func check(_ seal: [UInt8], of bytes: [UInt8], row: String, keys: KeyRing, in tx: any ReadTransaction) throws {
        let digest = try? keys.open(seal, holder: BackupFolder.holder, table: "backup", row: row, version: 1, in: tx)
        guard digest == Array(SHA256.hash(data: bytes)) else {
            throw StorageError(.corrupt, "the backup's \(row) was changed, or is of another instance; take another backup")
        }
    }
}

extension BackupKeys {
    static let row = "keys"

    /// The file: JSON, a line feed, and the seal in base64.
    func encoded(keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = Array(try encoder.encode(self))
        let seal = try BackupSeal.make(for: json, row: Self.row, keys: keys, in: tx)
        return json + [0x0A] + Array(Data(seal).base64EncodedString().utf8)
    }

    /// Reads the file, whose seal is checked later, once there are keys to check it by.
    static func read(_ bytes: [UInt8]) throws -> (keys: BackupKeys, json: [UInt8], seal: [UInt8]) {
        guard let json = json(of: bytes), let seal = Data(base64Encoded: Data(bytes[(json.count + 1)...])) else {
            throw StorageError(.corrupt, "the backup's keys are cut short or damaged")
        }
        guard let keys = try? JSONDecoder().decode(BackupKeys.self, from: Data(json)), keys.format == format else {
            throw StorageError(.corrupt, "the backup's keys are damaged, or were written by a newer program")
        }
        return (keys, json, Array(seal))
    }

    /// The file without its seal.
    static func json(of bytes: [UInt8]) -> [UInt8]? {
        bytes.lastIndex(of: 0x0A).map { Array(bytes[..<$0]) }
    }

    /// What the file is to hold now.
    ///
    /// While root keys are exchanged, keys hang on both. A copy of one of them is not enough then, so all are wrapped by the one in its place.
    init(at now: Int64, scope: BackupScope, root files: RootKeyFiles, in tx: any ReadTransaction) throws {
        createdAt = now
        erasures = try scope.erasures(tx)
        keys = try tx.rows("SELECT holder, number, rootKeyId, wrapped FROM holderKey ORDER BY holder, number").map { row in
            Key(
                holder: try row.get("holder"),
                number: try row.get("number"),
                rootKeyId: try row.get("rootKeyId"),
                wrapped: Data(try row.get("wrapped", as: [UInt8].self))
            )
        }
        if Set(keys.map(\.rootKeyId)).count > 1 {
            let root = try files.load(creating: false)
            keys = try keys.map { try $0.wrapped(by: root, files: files) }
        }
    }

    /// Puts the keys into a database that has none.
    func insert(_ selected: [Key], into tx: any WriteTransaction) throws {
        for key in selected {
            try tx.execute(
                """
                INSERT INTO holderKey (holder, number, rootKeyId, wrapped)
                VALUES (\(key.holder), \(key.number), \(key.rootKeyId), \(Array(key.wrapped)))
                """
            )
        }
    }
}

extension BackupKeys.Key {
    /// The same key, wrapped by another root key.
    ///
    /// - Throws: ``StorageError`` of code `invalidKey` where the root key that it hangs on is not there.
    func wrapped(by root: RootKey, files: RootKeyFiles) throws -> Self {
        if rootKeyId == root.id { return self }
        let (place, bytes) = try KeyRing.unwrap(Array(wrapped), number: number, holder: holder, root: try files.key(rootKeyId))
        let anew = try KeyRing.wrap(bytes, number: place, holder: holder, root: root)
        return Self(holder: holder, number: number, rootKeyId: root.id, wrapped: Data(anew))
    }
}
