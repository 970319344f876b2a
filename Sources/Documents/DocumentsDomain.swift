import Foundation
public import Hummingbird
public import Logging
import NIOCore
public import ParaphPDF
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// Documents that people sign: a registry of hashes, and the history of the signatures on them.
public struct DocumentsDomain: Domain {
    public static let migrations: [Migration] = [.baseline]

    public static let dialects: Set<String> = ["savedocument", "opendocument", "csc"]

    public static let scopes = ScopeDeclaration.documents

    public static let activityKinds = ActivityKind.documents

    public static let notices: [any Notice] = []
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = [.document]
    public static let auditActions = AuditStore.Action.documents

    public static var openAPI: String? { OpenAPIDocument.text(in: .module) }

    private let environment: DocumentsEnvironment
    private let logger: Logger

    /// Makes the domain of an instance's parts.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals who signed and where.
    ///   - signatories: Knows the people who sign.
    ///   - authorizations: Judges what their devices authorised.
    ///   - requests: Asks them what programs want signed.
    ///   - time: Tells the time.
    ///   - settings: What the operator chose.
    ///   - authority: The instance's own seal and certificates.
    ///   - fonts: What certificates of signatures are set in.
    ///   - files: The files on the server, which people sign.
    ///   - ciphers: What opens encrypted files.
    ///   - memory: Where files wait that must be in memory as a whole; the instance has one.
    ///   - logger: Is told of faults; never of people.
    public init(
        database: any Database,
        keys: KeyRing,
        signatories: any Signatories,
        authorizations: any SealAuthorizations,
        requests: any SigningRequests,
        time: any TimeSource,
        settings: DocumentsSettings = DocumentsSettings(),
        authority: Authority,
        fonts: EvidenceFonts = EvidenceFonts(),
        files: any SignableFiles,
        ciphers: PDFCiphers,
        memory: ConcurrencyLimiter,
        logger: Logger
    ) {
        self.logger = logger
        environment = DocumentsEnvironment(
            database: database,
            keys: keys,
            signatories: signatories,
            authorizations: authorizations,
            requests: requests,
            time: time,
            settings: settings,
            authority: authority,
            fonts: fonts,
            files: files,
            ciphers: ciphers,
            memory: memory,
            logger: logger
        )
    }

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] { [] }

    public var services: [any Service] {
        [
            SweepService(name: "DocumentsSweep", logger: logger) { [environment] in
                let limit = 500
                let now = environment.time.now()
                let expired = try await environment.database.write { try ActivationStore.deleteExpired(at: now, limit: limit, in: $0) }
                return expired == limit
            },
            SweepService(name: "FileDraftsSweep", logger: logger) { [environment] in
                try await FileDraftSweep(environment: environment).turn()
            },
        ]
    }

    /// What the person saved, signed and had sealed.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        [
            try ExportedMember("documents", ExportedVersion.all(of: personID, in: tx)),
            try ExportedMember("seals", ExportedSeal.all(of: personID, in: tx)),
        ]
    }

    /// The signatures that a person prepared; what they signed stays, by the documents' own keys.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try FileDraftStore.deleteAll(of: personID, in: tx)
        try ActivationStore.deleteAll(of: personID, in: tx)
        return []
    }

    /// What devices authorised before the restore, and was perhaps signed since, ends with what waits for them.
    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try ActivationStore.deleteAll(in: tx)
        try FileDraftStore.deleteAll(in: tx)
        return DomainRestore.Outcome()
    }

    // Each draft may have megabytes.
    public static let tablesNotBackedUp: Set<String> = ["fileDraft"]

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    public func addRoutes(to router: Router<ParaphContext>) {
        HistoryService(environment: environment).addRoutes(to: router)
        EvidenceService(environment: environment).addRoutes(to: router)
        SigningService(environment: environment).addRoutes(to: router)
        FileSigningService(environment: environment).addRoutes(to: router)
        SignToLoginDocuments(environment: environment).addRoutes(to: router)
        CSCRoutes(environment: environment).addRoutes(to: router)
        AuthorityRoutes(authority: environment.authority).addRoutes(to: router)
        AppSiteAssociation(apps: environment.settings.iosApps).addRoutes(to: router)
    }
}
