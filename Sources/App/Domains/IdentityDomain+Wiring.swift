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
            callbacks: HTTPCallbacks(http: OutgoingHTTP(node.configuration.outgoingAddresses)),
            domains: Wiring.registered,
            documents: RegistryDocuments(),
            logger: node.logger,
            metrics: parts.metrics
        )
    }
}

/// Identity's calls to clients; of an answer only its head is read.
private struct HTTPCallbacks: CallbackTransport {
    let http: OutgoingHTTP

    func post(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Int {
        do {
            return try await http.send(OutgoingRequest(.post, url, headers: headers, body: body, bodyLimit: 0)).status
        } catch {
            throw DeliveryError(error)
        }
    }
}

/// Identity's mails, in the outbox of Channels.
private struct OutboxMailer: Mailer {
    let outbox: MailOutbox

    func enqueue(_ mail: Identity.MailMessage, in tx: any WriteTransaction) throws {
        _ = try outbox.enqueue(Mail(to: mail.to, subject: mail.subject, text: mail.text, language: mail.language), in: tx)
    }
}
