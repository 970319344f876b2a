public import Hummingbird
public import Logging
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// What leaves the instance as a domain: an outbox that others write to inside their transactions, and the service that empties it by lanes.
public struct MailChannel: Domain {
    public static let migrations = [Migration.baseline]
    public static let dialects: Set<String> = []
    public static let scopes: [ScopeDeclaration] = []
    public static let openAPI: String? = nil
    public static let activityKinds: [ActivityKind] = []
    public static let notices: [any Notice] = [UndeliveredNotice.sample]
    public static let erasureKinds: [ErasureKind] = []
    public static let tablesNotBackedUp: Set<String> = []

    /// Where mails are taken.
    public let outbox: MailOutbox
    /// Where everything else is taken that leaves, by the name of its lane.
    public let queue: Outbox
    /// The ways out.
    public let lanes: [any OutboxLane]
    /// What sends.
    public let service: OutboxService

    /// Makes the channel.
    ///
    /// - Parameters:
    ///   - database: Where items wait.
    ///   - keys: What seals them meanwhile.
    ///   - transport: How mails leave.
    ///   - sender: Who they come from.
    ///   - attachments: Finds the files that go with them.
    ///   - more: The lanes beside those of mail, such as those of other domains.
    ///   - time: Tells when items are due.
    ///   - logger: Hears of failures; never of an address or a payload.
    public init(
        database: any Database,
        keys: KeyRing,
        transport: any MailTransport,
        sender: MailSender,
        attachments: any MailAttachments = NoMailAttachments(),
        more: [any OutboxLane] = [],
        time: any TimeSource,
        logger: Logger
    ) {
        let queue = Outbox(keys: keys, time: time)
        let outbox = MailOutbox(queue)
        let mails = MailLane.Kind.allCases.map {
            MailLane(kind: $0, transport: transport, sender: sender, attachments: attachments, outbox: outbox)
        }
        self.queue = queue
        self.outbox = outbox
        lanes = mails + more
        service = OutboxService(database: database, outbox: queue, lanes: lanes, logger: logger)
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    /// Nothing: an item is gone once it is delivered.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }

    /// Mails that wait are sent still: the last one tells a person that they are erased.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }

    public func addRoutes(to router: Router<ParaphContext>) {}

    public var services: [any Service] { [service] }
}
