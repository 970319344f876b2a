public import Hummingbird
public import Logging
public import ParaphPDF
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// The one owner of files on the server: their versions in sealed parts, what comes and goes of their bytes, their readers, and mail.
///
/// What a file is to the registry of documents, and how it is signed, is the domain `Documents`' business, which reaches versions through
/// ``FileVersions``.
public struct FilesDomain: Domain {
    public static let migrations: [Migration] = [.baseline]

    public static let dialects: Set<String> = []

    public static let scopes: [ScopeDeclaration] = []

    public static let activityKinds = ActivityKind.files

    public static let notices: [any Notice] = FileNotice.samples + [UndeliveredFileNotice.sample]
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = [.file]
    public static let auditActions = AuditStore.Action.files

    public static let tablesNotBackedUp: Set<String> = []

    public static var openAPI: String? { OpenAPIDocument.text(in: .module) }

    private let environment: FilesEnvironment

    /// Makes the domain of an instance's parts.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals names, and the keys of the parts.
    ///   - people: Knows the owners and readers of files.
    ///   - signatures: Knows who signed files before they came.
    ///   - mailer: Sends files by mail.
    ///   - time: Tells the time.
    ///   - settings: What the operator chose.
    ///   - blobs: Where the parts lie, sealed.
    ///   - ciphers: What opens encrypted files.
    ///   - memory: Where files wait that must be in memory as a whole; the instance has one.
    ///   - logger: Is told of faults; never of people.
    public init(
        database: any Database,
        keys: KeyRing,
        people: any FilePeople,
        signatures: any FileSignatures,
        mailer: any FileMailer,
        time: any TimeSource,
        settings: FilesSettings = FilesSettings(),
        blobs: any BlobStore,
        ciphers: PDFCiphers,
        memory: ConcurrencyLimiter,
        logger: Logger
    ) {
        environment = FilesEnvironment(
            database: database,
            keys: keys,
            people: people,
            signatures: signatures,
            mailer: mailer,
            time: time,
            settings: settings,
            blobs: blobs,
            ciphers: ciphers,
            memory: memory,
            logger: logger
        )
    }

    /// What other domains may do with the versions of files.
    public var versions: FileVersions { FileVersions(environment: environment) }

    /// The files that go with mails.
    public var attachments: (any AttachmentSource)? { FileAttachments(environment: environment) }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] { [] }

    public var services: [any Service] {
        [
            SweepService(name: "FilesSweep", logger: environment.logger) { [environment] in
                try await FileSweep(environment: environment).turn()
            }
        ]
    }

    /// What the person keeps, and what they may read of others'.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let store = FileStore(seals: FileSeals(keys: keys))
        return [
            try ExportedMember("files", ExportedFile.all(of: personID, in: store, tx)),
            try ExportedMember("sharedFiles", ExportedSharedFile.all(of: personID, in: store, tx)),
        ]
    }

    /// The files of a person; and their place among the readers of others'.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try FileStore(seals: FileSeals(keys: keys)).deleteAll(of: personID, at: now, in: tx)
    }

    /// Files that were deleted since the backup, whose keys it does not hold, go again.
    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        let store = FileStore(seals: FileSeals(keys: restore.keys))
        return DomainRestore.Outcome(blobs: try store.deleteUnreadable(at: restore.now, in: tx))
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try FileStore.blobs(in: tx)
    }

    public func addRoutes(to router: Router<ParaphContext>) {
        FileService(environment: environment).addRoutes(to: router)
    }
}
