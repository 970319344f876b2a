public import Hummingbird
public import Logging
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// Texts to telephones as a domain: where others hand them in, the lane that brings them to the gateway, and where that says how far they came.
///
/// A backup leaves out what is on its way: a restore sends no code or notice again.
public struct TextMessageChannel: Domain {
    public static let dialects: Set<String> = ["text-messages"]
    public static let scopes: [ScopeDeclaration] = []
    public static let openAPI: String? = nil
    public static let activityKinds: [ActivityKind] = []
    public static let notices: [any Notice] = []
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = []
    public static let auditActions: [AuditStore.Action] = []
    public static let tablesNotBackedUp: Set<String> = ["textMessage"]

    /// Where texts are taken.
    public let outbox: TextMessageOutbox
    /// Whether there is a gateway, so that texts leave.
    public var isAvailable: Bool { configuration != nil }

    private let database: any Database
    private let configuration: TextMessageConfiguration?
    private let time: any TimeSource
    private let logger: Logger

    /// Makes the channel.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals texts while they wait.
    ///   - configuration: The gateway; `nil` where the instance has none.
    ///   - time: Tells the time.
    ///   - logger: Is told of faults; never of people.
    public init(
        database: any Database,
        keys: KeyRing,
        configuration: TextMessageConfiguration?,
        time: any TimeSource,
        logger: Logger
    ) {
        outbox = TextMessageOutbox(keys: keys, time: time)
        self.database = database
        self.configuration = configuration
        self.time = time
        self.logger = logger
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        [try ExportedMember("textMessages", try TextMessageStore.list(of: personID, in: tx).map(ExportedTextMessage.init))]
    }

    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try TextMessageStore.forget(personID, in: tx)
        return []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try tx.execute("DELETE FROM textMessage")
        return .init()
    }

    public func addRoutes(to router: Router<ParaphContext>) {
        TextMessageReceipts(database: database, configuration: configuration).addRoutes(to: router)
    }

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] {
        [TextMessageLane(database: database, configuration: configuration, time: time)]
    }

    public var services: [any Service] {
        let sweep = SweepService(name: "TextMessageSweep", logger: logger) { [database, time] in
            try await database.write { try TextMessageStore.deleteExpired(at: time.now(), limit: 200, in: $0) } >= 200
        }
        return [sweep]
    }
}

/// A text as the person's export tells it: that there was one.
private struct ExportedTextMessage: Encodable {
    let purpose: String
    let state: String
    let createdAt: Timestamp

    init(_ text: (purpose: String, state: String, createdAt: Timestamp)) {
        (purpose, state, createdAt) = (text.purpose, text.state, text.createdAt)
    }
}
