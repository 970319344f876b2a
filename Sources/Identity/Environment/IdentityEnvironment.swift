import Logging
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit

/// What the services of this domain work with.
struct IdentityEnvironment: Sendable {
    let database: any Database
    let keys: KeyRing
    let blobs: any BlobStore
    let verifier: Verifier
    let mailer: any Mailer
    let alerts: any Alerter
    let texts: any TextMessenger
    let time: any TimeSource
    let site: Site
    var settings: IdentitySettings
    let logger: Logger
    let metrics: Metrics
    /// Where comparisons run.
    let computeLimiter: ComputeLimiter
    /// Where passwords are hashed, which takes much memory each.
    let passwordLimiter: ComputeLimiter
    /// Calls clients.
    let callbacks: any CallbackTransport
    /// Counts the questions of clients that wait for an answer on this node.
    let waits = ConcurrencyLimiter(.init(width: RequestWait.most))
    /// Every domain of the instance.
    let domains: DomainList
    /// What every domain keeps of people.
    let people: PersonErasure
    /// Tells which signatures stand on documents, where the instance keeps a registry of them.
    var documents: (any SignedDocuments)?

    /// People's pictures.
    var photos: PhotoStore { PhotoStore(blobs: blobs, database: database, keys: keys, time: time) }

    /// Deletes blobs that no row names any more; one that cannot be deleted now is told of in the log and found by the next sweep.
    func deleteBlobs(_ addresses: [BlobAddress]) async {
        await blobs.discard(addresses, logger: logger)
    }
}
