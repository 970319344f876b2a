import ServerKit

extension SyncDomain: WiredDomain {
    init(wiring parts: DomainParts) { self.init(database: parts.node.database) }
}
