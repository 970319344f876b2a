import Channels
import Files
import Identity
import ParaphPDFCrypto
import ServerKit

extension FilesDomain: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        self.init(
            database: node.database,
            keys: node.keyRing,
            people: IdentityFilePeople(directory: try parts.domain(IdentityDomain.self).directory),
            signatures: RegistryFileSignatures(),
            mailer: OutboxFileMailer(outbox: try parts.domain(MailChannel.self).outbox),
            time: node.time,
            settings: FilesSettings(publicURL: node.configuration.site.publicURL),
            blobs: node.blobs,
            ciphers: .crypto,
            memory: parts.memory,
            logger: node.logger
        )
    }
}
