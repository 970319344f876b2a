import Logging
import ParaphPDF
import ParaphStorage
import ServerKit

/// What the services of this domain work with.
struct DocumentsEnvironment: Sendable {
    let database: any Database
    let keys: KeyRing
    let signatories: any Signatories
    let authorizations: any SealAuthorizations
    let requests: any SigningRequests
    let time: any TimeSource
    let settings: DocumentsSettings
    let authority: Authority
    let fonts: EvidenceFonts
    var files: any SignableFiles
    /// What opens encrypted files.
    let ciphers: PDFCiphers
    /// Where files wait that must be in memory as a whole.
    let memory: ConcurrencyLimiter
    let logger: Logger

    var store: DocumentStore { DocumentStore(seals: DocumentSeals(keys: keys)) }
}
