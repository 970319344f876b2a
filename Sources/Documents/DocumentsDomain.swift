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

    public static let notices: [any Notice] = FileNotice.samples

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
    ///   - settings: What whoever runs the instance chose.
    ///   - authority: The instance's own seal and certificates.
    ///   - fonts: What certificates of signatures are set in.
    ///   - blobs: Where the parts of kept documents lie, sealed.
    ///   - ciphers: What opens encrypted files.
    ///   - people: Knows who may be let into kept documents.
    ///   - mailer: Sends kept documents on.
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
        blobs: any BlobStore,
        ciphers: PDFCiphers,
        people: any KeptPeople,
        mailer: any KeptMailer,
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
            blobs: blobs,
            ciphers: ciphers,
            memory: .memory(budget: settings.signingMemory, width: System.coreCount - 1),
            people: people,
            mailer: mailer,
            logger: logger
        )
    }

    public var services: [any Service] {
        [
            SweepService(name: "DocumentsSweep", logger: logger) { [environment] in
                let limit = 500
                let now = environment.time.now()
                let counts = try await environment.database.write { tx in
                    [
                        try ActivationStore.deleteExpired(at: now, limit: limit, in: tx),
                        try KeptDraftStore.deleteExpired(at: now, limit: limit, in: tx),
                    ]
                }
                return counts.contains(limit)
            },
            SweepService(name: "KeptDocumentsSweep", logger: logger) { [environment] in
                try await KeptDocumentSweep(environment: environment).turn()
            },
        ]
    }

    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] { [] }

    /// What the person saved, signed, had sealed and keeps.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let kept = KeptDocumentStore(seals: KeptSeals(keys: keys))
        return [
            try ExportedMember("documents", ExportedVersion.all(of: personID, in: tx)),
            try ExportedMember("seals", ExportedSeal.all(of: personID, in: tx)),
            try ExportedMember("keptDocuments", ExportedFile.all(of: personID, in: kept, tx)),
        ]
    }

    /// What a person keeps; and takes them out of what others keep.
    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try KeptDocumentStore(seals: KeptSeals(keys: keys)).deleteAll(of: personID, at: now, in: tx)
    }

    /// What devices authorised before the restore, and was perhaps signed since, ends with what waits for them; and so do kept documents that were
    /// deleted since the backup, whose keys it does not hold.
    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try ActivationStore.deleteAll(in: tx)
        try KeptDraftStore.deleteAll(in: tx)
        let kept = KeptDocumentStore(seals: KeptSeals(keys: restore.keys))
        return DomainRestore.Outcome(blobs: try kept.deleteUnreadable(at: restore.now, in: tx))
    }

    // Each draft may have megabytes.
    public static let tablesNotBackedUp: Set<String> = ["keptDraft"]

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try KeptDocumentStore.blobs(in: tx)
    }

    public func addRoutes(to router: Router<ParaphContext>) {
        HistoryService(environment: environment).addRoutes(to: router)
        EvidenceService(environment: environment).addRoutes(to: router)
        SigningService(environment: environment).addRoutes(to: router)
        KeptSigningService(environment: environment).addRoutes(to: router)
        KeptDocumentService(environment: environment).addRoutes(to: router)
        SignToLoginDocuments(environment: environment).addRoutes(to: router)
        CSCRoutes(environment: environment).addRoutes(to: router)
        AuthorityRoutes(authority: environment.authority).addRoutes(to: router)
        AppSiteAssociation(apps: environment.settings.iosApps).addRoutes(to: router)
    }
}
