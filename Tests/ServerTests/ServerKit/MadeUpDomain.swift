import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle

/// A domain that declares words and a scope for clients, and that keeps nothing.
struct MadeUpDomain: Domain {
    static let migrations: [Migration] = []
    static let dialects: Set<String> = []
    static let scopes = [
        ScopeDeclaration(
            TokenScope("service"),
            opens: [],
            rights: [LocalizedText(en: "see your <b>", ru: "видеть", fr: "voir")],
            clients: .assumed,
            refused: ["credential": "Ask for service."]
        ),
        ScopeDeclaration(TokenScope("notes"), opens: [], rights: [LocalizedText(en: "read", ru: "читать", fr: "lire")]),
    ]
    static let tablesNotBackedUp: Set<String> = []
    static let openAPI: String? = nil
    static let notices: [any Notice] = []
    static let activityKinds = [
        ActivityKind("signedIn", icon: "signature", isWarning: true, en: "Came in", ru: "Вход", fr: "Entrée")
    ]

    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }
    static func erasures(in tx: any ReadTransaction) throws -> [Erasure] { [] }
    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }
    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] { [] }
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }
    func addRoutes(to router: Router<ParaphContext>) {}
    var services: [any Service] { [] }
}
