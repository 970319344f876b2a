import ArgumentParser
import Channels
import ParaphWire

/// `paraph admin outbox`: the mails that wait, and those that were given up.
struct AdminOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List the mails that wait or were given up; send them again, or drop them.",
        subcommands: [List.self, SendAgain.self, Drop.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List mails by their age: who they are for, how often they were tried, and why the last try failed.",
            discussion: "A mail that was given up can be sent again for seven days. What a mail says is shown to nobody."
        )

        @OptionGroup var admin: AdminOptions
        @Flag(help: "Only those that were given up.") var dead = false

        func run() async throws {
            try await admin.stream("mails") { node, last in
                try await node.outbox.mails(after: last, onlyDead: dead)
            } sentence: {
                $0.line
            }
        }
    }

    struct SendAgain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send-again",
            abstract: "Send mails again that were given up, as the list names them; all of them without names."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The mails.") var mails: [String] = []

        func run() async throws {
            try await admin.answer { node in
                ["sentAgain": try await node.outbox.sendAgain(mails)]
            } sentence: {
                "Mails that are sent again: \($0["sentAgain"] ?? 0)."
            }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drop mails for good, as the list names them; without names all that were given up."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The mails.") var mails: [String] = []

        func run() async throws {
            try await admin.answer { node in
                ["dropped": try await node.outbox.drop(mails)]
            } sentence: {
                "Mails that were dropped: \($0["dropped"] ?? 0)."
            }
        }
    }
}

extension Node {
    /// The mails on their way.
    var outbox: OutboxAdministration {
        get throws { OutboxAdministration(try Wiring(node: self).mail, database: database) }
    }
}

extension OutboxAdministration.Entry {
    /// A line for a person.
    fileprivate var line: String {
        let state = diedAt.map { "given up \($0.text)" } ?? "next try \(dueAt?.text ?? "")"
        let parts = [id, to ?? "(text is gone)", "written \(createdAt.text)", state, "tries: \(attempts)", failure]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
