import ArgumentParser
import ParaphStorage
import ServerKit

/// `paraph admin key`: the root key that everything sealed hangs on.
struct AdminKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Exchange the root key.",
        subcommands: [Rotate.self]
    )

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a new root key in the place of the one in use, while servers go on.",
            discussion: """
                Broken off anywhere, it goes on where it stopped when it is run again. The old key opens nothing of the database afterwards, and \
                nothing of the backups as soon as one more ran. Where systemd keeps the key, give the next one as the credential root.key.next.
                """
        )

        @OptionGroup var admin: AdminOptions

        struct Answer: Codable, Sendable {
            var rootKeyId: String
            var keys: Int
        }

        func run() async throws {
            try await admin.answer { node in
                let now = node.time.now()
                let (id, count) = try await node.keyRing.exchangeRootKey(in: node.database) { old, new, tx in
                    try AuditStore.append(
                        .rootKeyExchanged,
                        actor: "administrator",
                        subject: nil,
                        details: ["old": old, "new": new],
                        at: now,
                        in: tx
                    )
                }
                return Answer(rootKeyId: id, keys: count)
            } sentence: {
                """
                The root key is \($0.rootKeyId) now; \($0.keys) keys hang on it. Keep a copy of its file in another place than the backups, \
                and make a backup: earlier ones hang on it then too. Only after that may copies of the old key be dropped.
                """
            }
        }
    }
}

extension AuditStore.Action {
    static let rootKeyExchanged = Self("rootKeyExchanged")
}
