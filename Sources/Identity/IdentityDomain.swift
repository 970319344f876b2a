import Foundation
public import Hummingbird
public import Logging
import NIOCore
public import ParaphStorage
public import ParaphVerification
public import ServerKit
public import ServiceLifecycle

/// People, their devices, signatures and sessions, and the apps that ask for them.
public struct IdentityDomain: Domain {
    public static let migrations = IdentitySchema.migrations

    public static let scopes = ScopeDeclaration.identity
    public static let activityKinds = ActivityKind.identity
    public static let changeKinds = ChangeKind.identity
    public static let auditActions = AuditStore.Action.identity
    public static var notices: [any Notice] {
        let own: [any Notice] = IdentityNotice.Kind.allCases.map(\.sample)
        return own + ProofLetter.samples + OperatorNotice.allCases + [RequestFloodNotice(client: "Bank")]
    }
    public static var openAPI: String? { OpenAPIDocument.text(in: .module) }

    let environment: IdentityEnvironment

    /// Makes the domain of an instance's parts.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals biometric data.
    ///   - blobs: Where pictures lie, sealed.
    ///   - mailer: Sends mail.
    ///   - alerts: Alerts people's devices.
    ///   - texts: Sends text messages.
    ///   - time: Tells the time.
    ///   - site: Where the instance is reached.
    ///   - verifier: Compares signatures.
    ///   - settings: What the operator chose.
    ///   - callbacks: Calls clients where they are told how their requests ended.
    ///   - domains: Every domain of the instance: what they keep of people, and what they note of them.
    ///   - documents: Tells which signatures stand on documents; `nil` where there are none.
    ///   - logger: Is told of faults; never of people.
    ///   - metrics: Counts what becomes of requests.
    public init(
        database: any Database,
        keys: KeyRing,
        blobs: any BlobStore,
        mailer: any Mailer,
        alerts: any Alerter = NoAlerts(),
        texts: any TextMessenger = NoTextMessages(),
        time: any TimeSource,
        site: Site,
        verifier: Verifier = Verifier(),
        settings: IdentitySettings = IdentitySettings(),
        callbacks: any CallbackTransport,
        domains: DomainList,
        documents: (any SignedDocuments)? = nil,
        logger: Logger,
        metrics: Metrics = Metrics()
    ) {
        environment = IdentityEnvironment(
            database: database,
            keys: keys,
            blobs: blobs,
            verifier: verifier,
            mailer: mailer,
            alerts: alerts,
            texts: texts,
            time: time,
            site: site,
            settings: settings,
            logger: logger,
            metrics: metrics,
            computeLimiter: ComputeLimiter(width: System.coreCount - 1),
            passwordLimiter: ComputeLimiter(width: 2),
            callbacks: callbacks,
            domains: domains,
            people: PersonErasure(domains.people(keys: keys)),
            documents: documents
        )
    }

    /// Turns the tokens of sessions into principals.
    public var authenticator: any Authenticator { SessionAuthenticator(environment: environment) }

    public static let dialects: Set<String> = ["register", "login", "authenticate", "oauth2", "signpass"]

    /// Keeps apps with unknown keys, and disabled ones, out of the native API; belongs inside the authentication.
    public var appKeys: AppKeyMiddleware { AppKeyMiddleware(authenticator: AppAuthenticator(database: environment.database)) }

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] {
        CallbackLane.Kind.allCases.map { CallbackLane(kind: $0, environment: environment) }
    }

    public var services: [any Service] {
        [
            // Apart from the sweep: a key that cannot be made stops no deleting.
            SweepService(name: "SigningKeyRenewal", logger: environment.logger) { [environment] in
                try await SigningKeys(environment: environment).renew()
                return false
            },
            SweepService(name: "IdentitySweep", logger: environment.logger) { [environment] in
                try await IdentitySweep(environment: environment).turn()
            },
            RequestTelling(environment: environment),
        ]
    }

    public func addRoutes(to router: Router<ParaphContext>) {
        RegistrationService(environment: environment).addRoutes(to: router)
        AnswerService(environment: environment).addRoutes(to: router)
        NativeEnrolment(environment: environment).addRoutes(to: router)
        DeviceService(environment: environment).addRoutes(to: router)
        SessionService(environment: environment).addRoutes(to: router)
        RequestService(environment: environment).addRoutes(to: router)
        RequestCodeService(environment: environment).addRoutes(to: router)
        AnnouncementService(environment: environment).addRoutes(to: router)
        HandOverService(environment: environment).addRoutes(to: router)
        RecoveryService(environment: environment).addRoutes(to: router)
        PasskeyService(environment: environment).addRoutes(to: router)
        StepUpService(environment: environment).addRoutes(to: router)
        PersonService(environment: environment).addRoutes(to: router)
        PhoneService(environment: environment).addRoutes(to: router)
        CircumstanceService(environment: environment).addRoutes(to: router)
        AppService(environment: environment).addRoutes(to: router)
        EmailProofService(environment: environment).addRoutes(to: router)
        SignToLogin(environment: environment).addRoutes(to: router)
        AccessService(environment: environment).addRoutes(to: router)
        TokenService(environment: environment).addRoutes(to: router)
        DeviceGrantService(environment: environment).addRoutes(to: router)
        UserInfoService(environment: environment).addRoutes(to: router)
        EndSessionService(environment: environment).addRoutes(to: router)
        SignPassRoutes(environment: environment).addRoutes(to: router)
    }
}
