public import Hummingbird
public import Logging
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// Mail as a domain: an outbox that others write to inside their transactions, and the service that empties it.
public struct MailChannel: Domain {
    public static let migrations = [Migration.baseline]
    public static let dialects: Set<String> = []
    public static let tokenRoutes: [TokenRoute] = []
    public static let tablesNotBackedUp: Set<String> = []

    /// Where mails are taken.
    public let outbox: MailOutbox
    /// What sends them.
    public let service: OutboxService

    /// Makes the channel.
    ///
    /// - Parameters:
    ///   - database: Where mails wait.
    ///   - keys: What seals them meanwhile.
    ///   - transport: How they leave.
    ///   - sender: Who they come from.
    ///   - attachments: Finds the files that go with them.
    ///   - time: Tells when they are due.
    ///   - logger: Hears of failures; never of an address or a text.
    public init(
        database: any Database,
        keys: KeyRing,
        transport: any MailTransport,
        sender: MailSender,
        attachments: any MailAttachments = NoMailAttachments(),
        time: any TimeSource,
        logger: Logger
    ) {
        outbox = MailOutbox(keys: keys, time: time)
        service = OutboxService(
            database: database,
            outbox: outbox,
            transport: transport,
            sender: sender,
            attachments: attachments,
            logger: logger
        )
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] { [] }

    /// Nothing: a mail is gone once it is sent.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }

    /// Mails that wait are sent still: the last one tells a person that they are erased.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }

    public func addRoutes(to router: Router<ParaphContext>) {}

    public var services: [any Service] { [service] }
}
