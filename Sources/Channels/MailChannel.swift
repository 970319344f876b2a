public import Hummingbird
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// Mail as a domain: where others hand mails in inside their transactions, and the lanes of the outbox that send them.
public struct MailChannel: Domain {
    public static let migrations: [Migration] = []
    public static let dialects: Set<String> = []
    public static let scopes: [ScopeDeclaration] = []
    public static let openAPI: String? = nil
    public static let activityKinds: [ActivityKind] = []
    public static let notices: [any Notice] = []
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = []
    public static let auditActions: [AuditStore.Action] = []
    public static let tablesNotBackedUp: Set<String> = []

    /// Where mails are taken.
    public let outbox: MailOutbox
    /// The outbox for what is no mail, such as texts and webhooks; both are views of the same tables, by lane.
    public let queue: Outbox
    private let transport: any MailTransport
    private let sender: MailSender

    /// Makes the channel.
    ///
    /// - Parameters:
    ///   - keys: What seals items while they wait.
    ///   - transport: How mails leave.
    ///   - sender: Who they come from.
    ///   - time: Tells when items are due.
    public init(keys: KeyRing, transport: any MailTransport, sender: MailSender, time: any TimeSource) {
        queue = Outbox(keys: keys, time: time)
        outbox = MailOutbox(queue)
        self.transport = transport
        self.sender = sender
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

    /// Its mails carry what others keep.
    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] {
        MailLane.Kind.allCases.map {
            MailLane(kind: $0, transport: transport, sender: sender, attachments: attachments, outbox: outbox)
        }
    }

    /// None: ``OutboxService`` empties the outbox by the lanes of all domains.
    public var services: [any Service] { [] }
}
