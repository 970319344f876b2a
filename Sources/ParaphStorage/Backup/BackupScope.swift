/// What a backup has to know of the domains whose rows it holds.
public struct BackupScope: Sendable {
    /// Every migration in order; a backup's rows are of those that ran.
    public var migrations: [Migration]
    /// What was erased.
    public var erasures: @Sendable (any ReadTransaction) throws -> [Erasure]
    /// The blobs that rows name.
    public var blobs: @Sendable (any ReadTransaction) throws -> [BlobAddress]
    /// Tables whose rows no restore brings back: a backup has them empty.
    public var forgotten: Set<String>

    /// Makes a scope.
    public init(
        migrations: [Migration],
        erasures: @escaping @Sendable (any ReadTransaction) throws -> [Erasure],
        blobs: @escaping @Sendable (any ReadTransaction) throws -> [BlobAddress],
        forgotten: Set<String> = []
    ) {
        self.migrations = migrations
        self.erasures = erasures
        self.blobs = blobs
        self.forgotten = forgotten
    }

    /// Tables that no backup's rows hold: keys lie apart, and the schema is in the manifest.
    static let excluded: Set<String> = ["holderKey", "rootKeyUse", "schemaMigration"]
}

/// What the backups' file of keys hangs on.
public struct BackupKeyState: Hashable, Sendable {
    /// How many were erased, and when the last one was.
    var erasures: Int
    var lastErasure: Int64?
    /// The root keys that keys are wrapped by: two while they are exchanged.
    var roots: [String?]
}

/// What a backup did.
public struct BackupReport: Codable, Hashable, Sendable {
    /// The backup's name, by which `restore` finds it; later ones sort behind.
    public var id: String
    /// How many rows it holds.
    public var rows: Int
    /// How many blobs it holds, and how many of them no earlier backup had.
    public var blobs: Int
    public var newBlobs: Int
    /// Blobs that were damaged before the backup, which it therefore does not hold.
    public var damagedBlobs: [String]
    /// Blobs that rows name and that were gone before the backup, which it therefore does not hold.
    public var missingBlobs: [String]
    /// Older backups that were removed.
    public var removed: [String]
}
