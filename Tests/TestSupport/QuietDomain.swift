public import Hummingbird
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// A domain of a test's own, which declares nothing and does nothing but what the test says.
public protocol QuietDomain: Domain {}

extension QuietDomain {
    public static var migrations: [Migration] { [] }
    public static var dialects: Set<String> { [] }
    public static var scopes: [ScopeDeclaration] { [] }
    public static var tablesNotBackedUp: Set<String> { [] }
    public static var activityKinds: [ActivityKind] { [] }
    public static var erasureKinds: [ErasureKind] { [] }
    public static var changeKinds: [ChangeKind] { [] }
    public static var auditActions: [AuditStore.Action] { [] }
    public static var notices: [any Notice] { [] }
    public static var openAPI: String? { nil }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }

    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }

    public func addRoutes(to router: Router<ParaphContext>) {}

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] { [] }

    public var services: [any Service] { [] }
}
