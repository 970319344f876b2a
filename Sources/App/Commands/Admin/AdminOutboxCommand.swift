import ArgumentParser
import Channels
import ParaphWire
import ServerKit

/// `paraph admin outbox`: what waits to leave, and what was given up.
struct AdminOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List what waits to leave, such as mails, and what was given up; send it again, or drop it.",
        subcommands: [List.self, SendAgain.self, Drop.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List items by their age: their lane, who they are for, how often they were tried, and why the last try failed.",
            discussion: "What was given up can be sent again for seven days. What an item says is never shown."
        )

        @OptionGroup var admin: AdminOptions
        @Flag(help: "Only those that were given up.") var dead = false

        func run() async throws {
            try await admin.stream("items") { node, last in
                try await node.outbox.items(after: last, onlyDead: dead)
            } sentence: {
                $0.line
            }
        }
    }

    struct SendAgain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send-again",
            abstract: "Send items again that were given up, as the list names them; all of them without names."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The items.") var items: [String] = []

        func run() async throws {
            try await admin.answer { node in
                ["sentAgain": try await node.outbox.sendAgain(items)]
            } sentence: {
                "Items that are sent again: \($0["sentAgain"] ?? 0)."
            }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drop items for good, as the list names them; without names all that were given up."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The items.") var items: [String] = []

        func run() async throws {
            try await admin.answer { node in
                ["dropped": try await node.outbox.drop(items)]
            } sentence: {
                "Items that were dropped: \($0["dropped"] ?? 0)."
            }
        }
    }
}

extension Node {
    /// What is on its way out.
    var outbox: OutboxAdministration {
        get throws {
            let wiring = try Wiring(node: self)
            return OutboxAdministration(wiring.mail.queue, lanes: wiring.lanes, database: database)
        }
    }
}

extension OutboxAdministration.Entry {
    /// A line for a person.
    fileprivate var line: String {
        let state = diedAt.map { "given up \($0.text)" } ?? "next try \(dueAt?.text ?? "")"
        let parts = [id, lane, to ?? "(receiver unknown)", "taken \(createdAt.text)", state, "tries: \(attempts)", failure]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
