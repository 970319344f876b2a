import Channels
import Documents
import Identity
import ParaphPDFCrypto
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import WebUI

/// Where the domains meet: each is given what it needs of the others.
struct Wiring {
    /// Every domain: those first on whose rows the others' may hang.
    static let registered = DomainList([SyncDomain.self, MailChannel.self, IdentityDomain.self, DocumentsDomain.self])

    /// Every table's migrations, in the order in which they run.
    static let migrations = registered.migrations

    let domains: [any Domain]
    let identity: IdentityDomain
    let documents: DocumentsDomain
    let mail: MailChannel
    let pages: WebPages
    let api: InProcessAPI

    init(node: Node, metrics: Metrics = Metrics()) throws {
        api = InProcessAPI()
        mail = MailChannel(
            database: node.database,
            keys: node.keyRing,
            transport: try node.configuration.mail.transport(),
            sender: try node.configuration.mail.sender(of: node.configuration.site),
            attachments: KeptMailFiles(
                attachments: KeptAttachments(
                    database: node.database,
                    keys: node.keyRing,
                    blobs: node.blobs,
                    time: node.time,
                    logger: node.logger
                )
            ),
            time: node.time,
            logger: node.logger
        )
        identity = IdentityDomain(
            database: node.database,
            keys: node.keyRing,
            blobs: node.blobs,
            mailer: OutboxMailer(outbox: mail.outbox),
            time: node.time,
            site: node.configuration.site,
            verifier: Verifier(policy: VerificationPolicy(threshold: node.configuration.strictness.threshold)),
            settings: IdentitySettings(
                unusedAccountDays: Int64(node.configuration.unusedAccountDays),
                places: node.configuration.places
            ),
            domains: Self.registered,
            documents: RegistryDocuments(),
            logger: node.logger,
            metrics: metrics
        )
        let signatories = IdentitySignatories(witness: identity.witness)
        var settings = node.configuration.documents
        settings.publicURL = node.configuration.site.publicURL
        documents = DocumentsDomain(
            database: node.database,
            keys: node.keyRing,
            signatories: signatories,
            authorizations: signatories,
            requests: IdentityRequests(desk: identity.requests),
            time: node.time,
            settings: settings,
            authority: node.authority,
            fonts: EvidenceFonts(regular: PDFFonts.system(.regular), bold: PDFFonts.system(.bold)),
            blobs: node.blobs,
            ciphers: .crypto,
            people: IdentityKeptPeople(witness: identity.witness),
            mailer: OutboxKeptMailer(outbox: mail.outbox),
            logger: node.logger
        )
        pages = try WebPages(
            api: api,
            domains: Self.registered,
            appStoreID: node.configuration.documents.iosApps.storeID,
            source: node.configuration.webSource
        )
        domains = [SyncDomain(database: node.database), mail, identity, documents]
    }
}

/// Identity's mails, in the outbox of Channels.
private struct OutboxMailer: Mailer {
    let outbox: MailOutbox

    func enqueue(_ mail: Identity.MailMessage, in tx: any WriteTransaction) throws {
        _ = try outbox.enqueue(Mail(to: mail.to, subject: mail.subject, text: mail.text, language: mail.language), in: tx)
    }
}

extension InProcessAPI: NativeAPI {}

extension MailRoute {
    /// How mail leaves by this route.
    ///
    /// - Throws: ``ConfigurationError`` where the server's settings are wrong.
    fileprivate func transport() throws -> any MailTransport {
        switch self {
        case .folder(let path): return MailFolder(path: path)
        case .terminal: return MailPrinter { Terminal.say($0) }
        case .smtp(let server):
            do {
                return try SMTPTransport(
                    SMTPSettings(
                        url: server.url,
                        security: server.allowsPlain ? .whereOffered : .required,
                        account: server.user.map { .init(user: $0, password: server.password ?? "") }
                    )
                )
            } catch let error as MailError {
                throw ConfigurationError(setting: "mail", problem: error.message)
            }
        }
    }

    /// Who mail comes from.
    fileprivate func sender(of site: Site) throws -> MailSender {
        guard case .smtp(let server) = self else { return try MailSender(address: "paraph@localhost.localdomain") }
        do {
            return try MailSender(address: server.from)
        } catch {
            throw ConfigurationError(setting: "mail-from", problem: "is not an address that mail can come from")
        }
    }
}
