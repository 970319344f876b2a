import ArgumentParser
import Identity
import ParaphWire
import ServerKit

/// `paraph admin notice`: what everybody who has an account is told.
struct AdminNoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Tell everybody who has an account something, such as when the service is not there.",
        subcommands: [Send.self, List.self, Withdraw.self]
    )

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a notice to everybody above their activity, from now until it is over."
        )

        @OptionGroup var admin: AdminOptions
        @Option(help: "What is told, in English; 500 characters at most.") var en: String
        @Option(help: "The same in Russian.") var ru: String
        @Option(help: "The same in French.") var fr: String
        @Option(help: "When what it tells of begins, such as 2026-11-28T22:00:00Z (default: now).") var from: Moment?
        @Option(help: "When that is over.") var until: Moment

        func run() async throws {
            try await admin.answer { node in
                try await node.announcements.send(
                    english: en,
                    russian: ru,
                    french: fr,
                    startsAt: from?.timestamp,
                    endsAt: until.timestamp
                )
            } sentence: { notice in
                "Everybody is told until \(notice.endsAt.text): \(notice.id)"
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the notices that are not over.")

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.answer { node in
                ["notices": try await node.announcements.standing(in: .en)]
            } sentence: { answer in
                (answer["notices"] ?? []).map { "\($0.id)  \($0.startsAt.text) – \($0.endsAt.text)  \($0.text)" }.joined(separator: "\n")
            }
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a notice back.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The notice, as the list names it.") var id: String

        func run() async throws {
            try await admin.answer { node in
                try await node.announcements.withdraw(id)
                return ["withdrawn": id]
            } sentence: { _ in
                "Nobody is told any more."
            }
        }
    }
}

/// A moment on a command line, as RFC 3339 writes it.
struct Moment: ExpressibleByArgument {
    let timestamp: Timestamp

    init?(argument: String) {
        guard let timestamp = Timestamp(argument) else { return nil }
        self.timestamp = timestamp
    }
}

extension Node {
    /// What the operator tells everybody.
    var announcements: AnnouncementAdministration {
        get throws { AnnouncementAdministration(try Wiring(node: self).identity) }
    }
}
