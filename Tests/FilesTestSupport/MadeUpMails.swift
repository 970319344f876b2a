import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization

@testable import Files

/// Takes the mails of files, and none to addresses without an at sign.
final class MadeUpMails: FileMailer {
    private let state = Mutex<[OutgoingFileMail]>([])

    /// What was taken, in transactions that were not committed too.
    var taken: [OutgoingFileMail] { state.withLock { $0 } }

    func enqueue(_ mail: OutgoingFileMail, in tx: any WriteTransaction) throws {
        guard mail.to.contains("@") else { throw Problem.invalid("to", "malformed", "is no address") }
        state.withLock { $0.append(mail) }
    }
}
