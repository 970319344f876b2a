import Channels
import Crypto
import Foundation
import Identity
import ParaphStorage
import ParaphWire
import ServerKit

extension TextMessageChannel: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        self.init(
            database: node.database,
            keys: node.keyRing,
            configuration: node.configuration.texts,
            time: node.time,
            logger: node.logger
        )
    }
}

/// Identity's texts, by the gateway that Channels knows.
struct ChannelTextMessenger: TextMessenger {
    let channel: TextMessageChannel

    var isAvailable: Bool { channel.isAvailable }

    func enqueue(_ text: OutgoingText, in tx: any WriteTransaction) throws -> TextAdmission {
        let message = TextMessage(to: text.to, text: text.text, expiresAt: text.expiresAt)
        let admission =
            switch text.purpose {
            case .code: try channel.outbox.enqueue(message, .code, for: text.personID, in: tx)
            case .notice(let id):
                // The key outlives the person for some days, so it does not name them.
                try channel.outbox.enqueue(
                    message,
                    .notice,
                    for: text.personID,
                    key: Base64URL(SHA256.hash(data: Data("\(id)/\(text.personID)".utf8)).prefix(16)).text,
                    in: tx
                )
            }
        return switch admission {
        case .taken(let id): .taken(id)
        case .held(let seconds): .held(seconds)
        }
    }

    func state(of id: String, in tx: any ReadTransaction) throws -> PhoneStatus.State? {
        try channel.outbox.state(of: id, in: tx).flatMap { PhoneStatus.State(rawValue: $0.rawValue) }
    }
}
