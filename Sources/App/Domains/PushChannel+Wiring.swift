import Channels
import Identity
import ParaphStorage
import ParaphWire
import ServerKit

extension PushChannel: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        self.init(
            database: node.database,
            keys: node.keyRing,
            sessions: IdentityPushSessions(),
            configuration: node.configuration.push,
            http: OutgoingHTTP(node.configuration.outgoingAddresses),
            time: node.time,
            logger: node.logger
        )
    }
}

/// Sessions, as Identity knows them.
private struct IdentityPushSessions: PushSessions {
    func living(_ ids: Set<String>, at now: Timestamp, in tx: any ReadTransaction) throws -> Set<String> {
        try SessionDirectory.living(ids, at: now, in: tx)
    }
}

/// Identity's alerts, to the devices that Channels knows.
struct ChannelAlerter: Alerter {
    let alerts: PushAlerts

    func alert(_ personID: String, of alert: Alert, in tx: any WriteTransaction) throws {
        try alerts.alert(
            personID,
            of: alert.category,
            id: alert.id,
            expiresAt: alert.expiresAt,
            exceptSession: alert.exceptSession,
            in: tx
        )
    }
}
