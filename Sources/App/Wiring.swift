import Channels
import Documents
import Files
import Identity
import ParaphStorage
import ServerKit
import ServiceLifecycle
import WebUI

/// Where the domains meet: each is given what it needs of the others.
struct Wiring {
    /// Every domain: those first on whose rows the others' may hang, for people are erased by the list from its end.
    ///
    /// A domain is registered by its line here, and nowhere else. Which one is made first does not hang on it (``DomainParts``).
    static let made: [any WiredDomain.Type] = [
        SyncDomain.self,
        MailChannel.self,
        PushChannel.self,
        TextMessageChannel.self,
        IdentityDomain.self,
        FilesDomain.self,
        DocumentsDomain.self,
    ]

    /// What they are together.
    static let registered = DomainList(made)

    /// Every table's migrations, in the order in which they run.
    static let migrations = registered.migrations

    /// The domains, in the order of their list.
    let domains: [any Domain]
    /// Those that the program itself asks: who a caller is, and what waits to be sent.
    let identity: IdentityDomain
    let mail: MailChannel
    /// The ways by which things leave the instance, of all domains.
    let lanes: [any OutboxLane]
    /// What runs beside the server: what domains have, and what empties the outbox.
    let services: [any Service]
    let pages: WebPages
    let api: InProcessAPI

    init(node: Node, metrics: Metrics = Metrics(), domains list: [any WiredDomain.Type] = Self.made) throws {
        api = InProcessAPI()
        let parts = DomainParts(node: node, metrics: metrics)
        domains = try parts.all(of: list)
        identity = try parts.domain()
        mail = try parts.domain()
        let attachments = AttachmentSources(domains.compactMap(\.attachments))
        lanes = domains.flatMap { $0.lanes(with: attachments) }
        let sending = OutboxService(database: node.database, outbox: mail.queue, lanes: lanes, logger: node.logger)
        services = domains.flatMap(\.services) + [sending]
        pages = try WebPages(
            api: api,
            domains: Self.registered,
            appStoreID: node.configuration.documents.iosApps.storeID,
            country: node.configuration.country,
            source: node.configuration.webSource,
            fonts: PDFFonts.paths
        )
    }
}

extension InProcessAPI: NativeAPI {}
