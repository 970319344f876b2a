public import Logging
public import ParaphStorage
import ParaphWire
public import ServerKit

/// One running instance's parts, opened and migrated: what the server, the administrator's commands and the tests share.
public struct Node: Sendable {
    /// How it is set up.
    public let configuration: NodeConfiguration
    /// Where every table lives.
    public let database: any Database
    /// Opens what is sealed.
    public let keyRing: KeyRing
    /// Where large things lie, encrypted.
    public let blobs: any BlobStore
    /// Tells the time.
    public let time: any TimeSource
    /// How the descriptors of the process are shared out.
    let descriptors: DescriptorBudget
    /// The root of the node's loggers.
    public let logger: Logger
    /// Keeps the data folder from being moved meanwhile.
    private let use: FolderLock

    /// Opens an instance's data folder, makes it where it is new, and brings its schema up to this program's.
    ///
    /// - Throws: ``ConfigurationError`` or `StorageError`, which say what is wrong and what to do.
    public static func open(_ configuration: NodeConfiguration, time: any TimeSource = SystemTime(), logger: Logger? = nil) async throws
        -> Node
    {
        try await open(configuration, time: time, logger: logger) { $0 }
    }

    /// Opens it with something before its database: tests look there at what is written.
    package static func open(
        _ configuration: NodeConfiguration,
        time: any TimeSource,
        logger: Logger?,
        before: (any Database) async throws -> any Database
    ) async throws -> Node {
        let folder = try DataFolder(creating: configuration.data)
        let use = try FolderLock(folder.path, alone: false)
        let database = try await configuration.database.open(in: folder)
        do {
            let reached = try await before(database)
            return try await open(configuration, folder: folder, use: use, database: reached, time: time, logger: logger)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func open(
        _ configuration: NodeConfiguration,
        folder: DataFolder,
        use: FolderLock,
        database: any Database,
        time: any TimeSource,
        logger: Logger?
    ) async throws -> Node {
        let rootKey = configuration.rootKeyFiles(in: folder)
        if rootKey.path == folder.rootKey { try await folder.checkRootKey(for: configuration.database, database) }
        try await database.migrate(Wiring.migrations)
        try await Epoch.beginFirst(in: database)
        let logger = logger ?? Self.logger(level: configuration.logLevel)
        let keyRing = try await KeyRing.open(files: rootKey, database: database)
        let descriptors = DescriptorBudget.ofThisProcess(most: configuration.maxConnections)
        let blobs = try await FolderBlobStore.open(at: folder.blobs, most: max(4, descriptors.files))
        return Node(
            configuration: configuration,
            database: database,
            keyRing: keyRing,
            blobs: blobs,
            time: time,
            descriptors: descriptors,
            logger: logger,
            use: use
        )
    }

    /// Opens an instance that is there already, as the administrator's commands do.
    public static func openExisting(_ configuration: NodeConfiguration) async throws -> Node {
        _ = try DataFolder(existing: configuration.data, for: configuration.database)
        return try await open(configuration)
    }

    /// What was done on this instance, with its checkpoints.
    public var auditLedger: AuditLedger {
        AuditLedger(database: database, keys: keyRing, file: "\(configuration.data)/audit.checkpoint", time: time)
    }

    /// Closes the database.
    public func close() async {
        await database.close()
    }

    private static func logger(level: Logger.Level) -> Logger {
        Logger(label: "paraph") { JSONLogHandler(label: $0, logLevel: level) }
    }
}
