import Channels
import Identity
import ParaphStorage
import ParaphVerification
import ServerKit

extension IdentityDomain: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        self.init(
            database: node.database,
            keys: node.keyRing,
            blobs: node.blobs,
            mailer: OutboxMailer(outbox: try parts.domain(MailChannel.self).outbox),
            alerts: ChannelAlerter(alerts: PushAlerts(keys: node.keyRing, time: node.time)),
            texts: ChannelTextMessenger(channel: try parts.domain(TextMessageChannel.self)),
            time: node.time,
            site: node.configuration.site,
            verifier: Verifier(policy: VerificationPolicy(threshold: node.configuration.strictness.threshold)),
            settings: IdentitySettings(
                unusedAccountDays: Int64(node.configuration.unusedAccountDays),
                places: node.configuration.places,
                operatorContact: node.configuration.operatorContact
            ),
            callbacks: HTTPCallbackTransport(allowsPrivate: node.configuration.callbackAddresses == .any),
            domains: Wiring.registered,
            documents: RegistryDocuments(),
            logger: node.logger,
            metrics: parts.metrics
        )
    }
}

/// Identity's mails, in the outbox of Channels.
private struct OutboxMailer: Mailer {
    let outbox: MailOutbox

    func enqueue(_ mail: Identity.MailMessage, in tx: any WriteTransaction) throws {
        _ = try outbox.enqueue(Mail(to: mail.to, subject: mail.subject, text: mail.text, language: mail.language), in: tx)
    }
}
