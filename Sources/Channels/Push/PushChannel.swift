import Foundation
public import Hummingbird
public import Logging
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import ServiceLifecycle

/// Alerts as a domain: where people's devices are reached, and the lanes that reach them.
///
/// A backup leaves subscriptions out: a restore ends sessions, and a subscription lives as long as its session. The key by which push services
/// know the instance is restored, so that browsers which subscribed with it need not be asked again.
public struct PushChannel: Domain {
    public static let dialects: Set<String> = []
    public static let scopes: [ScopeDeclaration] = []
    public static var openAPI: String? { OpenAPIDocument.text(in: .module) }
    public static let activityKinds: [ActivityKind] = []
    public static let notices: [any Notice] = []
    public static let erasureKinds: [ErasureKind] = []
    public static let changeKinds: [ChangeKind] = []
    public static let auditActions: [AuditStore.Action] = []
    public static let tablesNotBackedUp: Set<String> = ["pushSubscription"]

    let environment: PushEnvironment
    /// The connections to Apple's push service, where it is used.
    let apns: APNsClient?

    /// Makes the channel.
    ///
    /// - Parameters:
    ///   - database: Where its tables live.
    ///   - keys: Seals addresses.
    ///   - sessions: Tells which sessions live.
    ///   - configuration: What the operator chose.
    ///   - http: How browsers' push services are reached.
    ///   - time: Tells the time.
    ///   - logger: Is told of faults; never of people.
    public init(
        database: any Database,
        keys: KeyRing,
        sessions: any PushSessions,
        configuration: PushConfiguration,
        http: OutgoingHTTP,
        time: any TimeSource,
        logger: Logger
    ) {
        apns = configuration.apple.map(APNsClient.init)
        environment = PushEnvironment(
            database: database,
            keys: keys,
            sessions: sessions,
            configuration: configuration,
            http: http,
            time: time,
            logger: logger
        )
    }

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }

    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let told = try PushSubscriptionStore.list(of: personID, keys: keys, in: tx).map(ExportedSubscription.init)
        return [try ExportedMember("alerts", told)]
    }

    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try PushSubscriptionStore.delete(of: personID, in: tx)
        return []
    }

    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try tx.execute("DELETE FROM pushSubscription")
        return .init()
    }

    public func addRoutes(to router: Router<ParaphContext>) { PushService(environment: environment).addRoutes(to: router) }

    public var attachments: (any AttachmentSource)? { nil }

    public func lanes(with attachments: AttachmentSources) -> [any OutboxLane] {
        var lanes: [any OutboxLane] = [WebPushLane(environment: environment)]
        if let configuration = environment.configuration.apple, let apns {
            lanes.append(APNsLane(environment: environment, configuration: configuration, client: apns))
        }
        return lanes
    }

    public var services: [any Service] {
        let sweep = SweepService(name: "PushSweep", logger: environment.logger) { [environment] in
            try await PushSweep(environment: environment).turn()
        }
        return [sweep] + (apns.map { [$0] } ?? [])
    }
}

/// A subscription as the person's export tells it: not the secret part of the address.
private struct ExportedSubscription: Encodable {
    let service: String
    let categories: [PushCategory]
    let createdAt: Timestamp

    init(_ subscription: PushSubscription) {
        switch subscription.address {
        case .webPush(let address): service = URLComponents(string: address.endpoint)?.host ?? ""
        case .apple: service = "Apple"
        }
        categories = subscription.categories
        createdAt = subscription.createdAt
    }
}
