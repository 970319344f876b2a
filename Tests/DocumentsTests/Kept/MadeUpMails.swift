import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization

@testable import Documents

/// Takes the mails of kept documents, and none to addresses without an at sign.
final class MadeUpMails: KeptMailer {
    private let state = Mutex<[KeptMail]>([])

    /// What was taken, in transactions that were not committed too.
    var taken: [KeptMail] { state.withLock { $0 } }

    func enqueue(_ mail: KeptMail, in tx: any WriteTransaction) throws {
        guard mail.to.contains("@") else { throw Problem.invalid("to", "malformed", "is no address") }
        state.withLock { $0.append(mail) }
    }
}
