import Documents
import Files
import Identity
import ParaphPDFCrypto
import ServerKit

extension DocumentsDomain: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        let identity = try parts.domain(IdentityDomain.self)
        let signatories = IdentitySignatories(directory: identity.directory)
        self.init(
            database: node.database,
            keys: node.keyRing,
            signatories: signatories,
            authorizations: signatories,
            requests: IdentityRequests(requests: identity.requests),
            time: node.time,
            settings: node.documentsSettings,
            authority: node.authority,
            fonts: EvidenceFonts(regular: PDFFonts.system(.regular), bold: PDFFonts.system(.bold)),
            files: FilesSignableFiles(files: try parts.domain(FilesDomain.self).versions),
            ciphers: .crypto,
            memory: parts.memory,
            logger: node.logger
        )
    }
}

extension Node {
    /// The settings of documents, with where the instance is reached.
    var documentsSettings: DocumentsSettings {
        var settings = configuration.documents
        settings.publicURL = configuration.site.publicURL
        return settings
    }
}
