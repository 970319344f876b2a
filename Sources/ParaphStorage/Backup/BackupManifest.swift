import Crypto
import Foundation

/// What a backup consists of: the hash of every part, and the schema that its rows are of.
struct BackupManifest: Codable, Hashable, Sendable {
    static let format = 1
    /// The longest manifest that is read, in bytes.
    static let limit = 16 << 20

    struct Part: Codable, Hashable, Sendable {
        /// The table, or `blobs` for the list of blobs.
        var name: String
        var file: String
        var count: Int
        var bytes: Int
        var sha256: String
    }

    struct SchemaStep: Codable, Hashable, Sendable {
        var name: String
        var checksum: String
    }

    var format = Self.format
    var id: String
    /// Milliseconds since 1970.
    var createdAt: Int64
    var schema: [SchemaStep]
    var tables: [Part]
    var blobs: Part

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [0x0A]
    }
}

/// The keys of holders and the list of what was erased, as of the last backup: one file for all backups of a folder, replaced by each.
///
/// So what a person's key sealed is unreadable in every backup, however old, as soon as one more ran after the key was destroyed.
struct BackupKeys: Codable, Hashable, Sendable {
    static let format = 1
    static let limit = 512 << 20

    struct Key: Codable, Hashable, Sendable {
        var holder: String
        var number: Int
        var rootKeyId: String
        var wrapped: Data
    }

    var format = Self.format
    /// Rises with each backup.
    var createdAt: Int64
    var keys: [Key]
    var erasures: [Erasure]
}

/// What was erased, and when: a restore erases it again.
public struct Erasure: Codable, Hashable, Sendable {
    /// What kind of thing it is, which tells what erases it again.
    public var kind: String
    /// Its id among those of its kind.
    public var id: String
    /// Milliseconds since 1970.
    public var at: Int64

    /// Makes an entry.
    public init(kind: String, id: String, at: Int64) {
        self.kind = kind
        self.id = id
        self.at = at
    }
}
