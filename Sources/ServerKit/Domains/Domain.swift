public import Hummingbird
public import ParaphStorage
public import ParaphWire
public import ServiceLifecycle

/// A part of Paraph with tables, routes and background work of its own; domains never see one another.
///
/// Whatever others must know of a domain stands here, and nothing has a default: one that is forgotten does not compile. `App` lists the
/// domains once and goes through that list for everything below.
public protocol Domain: Sendable {
    /// Its migrations, in order.
    static var migrations: [Migration] { get }

    /// The first parts of the paths of calls that answer refusals in a form of their own.
    static var dialects: Set<String> { get }

    /// The scopes that open routes of its own to tokens, with their words; all other routes take none.
    static var scopes: [ScopeDeclaration] { get }

    /// The tables that a restore makes anew or empties, so that no backup needs their rows.
    static var tablesNotBackedUp: Set<String> { get }

    /// What it notes among what happened with people's accounts, with its words.
    static var activityKinds: [ActivityKind] { get }

    /// What it erases or ends that must not come back by a restore: it notes each in ``ErasureStore``, and is handed its own in
    /// ``finish(_:in:)``.
    static var erasureKinds: [ErasureKind] { get }

    /// The kinds of its things whose changes it notes for people's lists (``ChangeLog``); no two domains have the same.
    static var changeKinds: [ChangeKind] { get }

    /// What it writes to the ledger (``AuditStore``); no two domains have the same.
    static var auditActions: [AuditStore.Action] { get }

    /// The mails that it writes: one of each kind, with made-up values.
    static var notices: [any Notice] { get }

    /// The blobs that its rows name: a backup holds them, and a restore deletes those that no row names.
    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress]

    /// What it keeps of a person, opened, for their export.
    ///
    /// - Throws: `StorageError` where the database refuses or something does not open.
    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember]

    /// Deletes what it keeps of a person, and the keys of what is sealed of them.
    ///
    /// - Parameters:
    ///   - personID: Who is erased.
    ///   - now: The moment.
    ///   - keys: Destroys the keys.
    ///   - tx: The transaction in which all domains do.
    /// - Returns: the blobs to delete once this is committed; they are released.
    /// - Throws: `StorageError` where the database refuses.
    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress]

    /// Erases again what an older backup brought back, and ends what must not outlive a restore.
    ///
    /// - Parameters:
    ///   - restore: The restore.
    ///   - tx: Its transaction, in which all domains do, in their order.
    /// - Returns: what was done.
    /// - Throws: `StorageError` where the database refuses.
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome

    /// The description of its routes (OpenAPI 3.1), `paths` and `components`; `nil` where it has none.
    static var openAPI: String? { get }

    /// Adds the domain's routes.
    func addRoutes(to router: Router<ParaphContext>)

    /// What finds the files that go with what it has sent; `nil` where nothing goes with it.
    var attachments: (any AttachmentSource)? { get }

    /// Its ways out of the instance: how much leaves by each at a time, how often it is tried, and how; none where it sends by others' lanes alone.
    ///
    /// - Parameter attachments: Finds what goes with items, of all domains.
    /// - Returns: the lanes.
    func lanes(with attachments: AttachmentSources) -> [any OutboxLane]

    /// What runs beside the server until it stops.
    var services: [any Service] { get }
}
