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

    var store: DocumentStore { DocumentStore(seals: DocumentSeals(keys: keys)) }
}
