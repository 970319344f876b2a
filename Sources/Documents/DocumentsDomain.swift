public import Hummingbird
public import ParaphStorage
public import ServerKit

/// Documents that people sign: a registry of hashes, and the history of the signatures on them.
public struct DocumentsDomain: Domain {
    public static let migrations: [Migration] = [.registry, .authority, .seals]

    /// The paths of calls that answer refusals in a form of their own.
    public static let dialects: Set<String> = ["savedocument", "opendocument"]

    private let environment: DocumentsEnvironment

    /// Makes the domain of an instance's parts.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals who signed and where.
    ///   - signatories: Knows the people who sign.
    ///   - authorizations: Judges what their devices authorised.
    ///   - time: Tells the time.
    ///   - settings: What whoever runs the instance chose.
    ///   - authority: The instance's own seal and certificates.
    public init(
        database: any Database,
        keys: KeyRing,
        signatories: any Signatories,
        authorizations: any SealAuthorizations,
        time: any TimeSource,
        settings: DocumentsSettings = DocumentsSettings(),
        authority: Authority
    ) {
        environment = DocumentsEnvironment(
            database: database,
            keys: keys,
            signatories: signatories,
            authorizations: authorizations,
            time: time,
            settings: settings,
            authority: authority
        )
    }

    public func addRoutes(to router: Router<ParaphContext>) {
        HistoryService(environment: environment).addRoutes(to: router)
        SigningService(environment: environment).addRoutes(to: router)
        SignToLoginDocuments(environment: environment).addRoutes(to: router)
        AuthorityRoutes(authority: environment.authority).addRoutes(to: router)
        AppSiteAssociation(apps: environment.settings.iosApps).addRoutes(to: router)
    }
}
