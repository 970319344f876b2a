import Foundation
public import Hummingbird
public import ParaphStorage
public import ParaphWire
public import ServiceLifecycle

/// What changed for each person, for every domain: devices and tabs follow it, so that none shows what is no more so.
public struct SyncDomain: Domain {
    /// None: every domain's transactions write to its tables, which are there before them.
    public static let migrations: [Migration] = []
    public static let dialects: Set<String> = []
    public static let scopes: [ScopeDeclaration] = []
    public static var openAPI: String? { OpenAPIDocument.text(in: .module) }
    public static let activityKinds: [ActivityKind] = []
    public static let notices: [any Notice] = []
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = []
    /// The outbox's, too: it belongs to no domain, and this one is ServerKit's own.
    public static let auditActions = AuditStore.Action.outbox
    /// A restore begins another epoch, in which everybody loads everything anew.
    public static let tablesNotBackedUp: Set<String> = ["syncChange", "syncClock"]

    /// How many changes one answer tells.
    static let page = 500

    private let database: any Database
    private let events: EventStream

    /// Makes the domain.
    public init(database: any Database) {
        self.database = database
        events = EventStream(database: database)
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    /// Nothing: what changed is told by those whose things they are.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }

    /// Nothing: ``PersonalData`` does, once all domains have.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }

    public func addRoutes(to router: Router<ParaphContext>) {
        router.on(SyncEndpoints.changes) { query, _, _, context in
            let personID = try context.requireSessionPersonID()
            return try await database.read { try ChangeLog.changes(of: personID, after: query.after, limit: Self.page, in: $0) }
        }
        router.answer(SyncEndpoints.events) { _, _, _, context in
            let personID = try context.requireSessionPersonID()
            return try await events.answer(for: personID, while: context.isStillSignedIn ?? { true })
        }
    }

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] { [] }

    public var services: [any Service] { [] }
}
