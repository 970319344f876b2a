import Logging
import ParaphPDF
import ParaphStorage
import ServerKit

/// What the services of this domain work with.
struct FilesEnvironment: Sendable {
    let database: any Database
    let keys: KeyRing
    let people: any FilePeople
    let signatures: any FileSignatures
    let mailer: any FileMailer
    let time: any TimeSource
    let settings: FilesSettings
    let blobs: any BlobStore
    /// What opens encrypted files.
    let ciphers: PDFCiphers
    /// Where files wait that must be in memory as a whole.
    let memory: ConcurrencyLimiter
    /// Where files that came are read for how far they are signed: one at a time, for it takes a processor for seconds.
    var readings = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1))
    /// Whose pieces of files are on their way here.
    var uploads = ConcurrencyLimiter.uploads()
    let logger: Logger

    var store: FileStore { FileStore(seals: FileSeals(keys: keys)) }
    var contents: FileContents { FileContents(database: database, blobs: blobs, time: time, logger: logger) }

    /// Notes that a reader knows a file, from when on its owner knows the reader by name; the owner, and a reader who knew it, change nothing.
    func noteOpened(_ file: FileRecord, by readerID: String, in tx: any WriteTransaction) throws {
        guard try store.noteOpened(file.id, by: readerID, at: time.now(), in: tx) else { return }
        try people.nameReader(readerID, to: file.ownerID, about: file.id, in: tx)
    }
}
