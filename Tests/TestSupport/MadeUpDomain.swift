public import Hummingbird
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// A domain that declares words and a scope for clients, and that keeps nothing.
public struct MadeUpDomain: Domain {
    public static let migrations: [Migration] = []
    public static let dialects: Set<String> = []
    public static let scopes = [
        ScopeDeclaration(
            TokenScope("service"),
            opens: [],
            rights: [LocalizedText(en: "see your <b>", ru: "видеть", fr: "voir")],
            clients: .assumed,
            refused: ["credential": "Ask for service."]
        ),
        ScopeDeclaration(TokenScope("notes"), opens: [], rights: [LocalizedText(en: "read", ru: "читать", fr: "lire")]),
    ]
    public static let tablesNotBackedUp: Set<String> = []
    public static let openAPI: String? = nil
    public static let notices: [any Notice] = []
    public static let activityKinds = [
        ActivityKind("signedIn", icon: "signature", isWarning: true, en: "Came in", ru: "Вход", fr: "Entrée"),
        ActivityKind(
            "fileShared",
            icon: "people",
            en: "Let in",
            ru: "Впущен",
            fr: "Invité",
            naming: LocalizedText(en: "You let {name} in", ru: "Впущен: {name}", fr: "{name} invité")
        ),
    ]

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }
    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] { [] }
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        []
    }
    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }
    public func addRoutes(to router: Router<ParaphContext>) {}
    public var services: [any Service] { [] }
}
