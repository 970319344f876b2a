import ArgumentParser
import Identity
import ParaphWire
import ServerKit

/// `paraph admin notice`: what everybody who has an account is told.
struct AdminNoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Tell everybody who has an account something, such as when the service is not there.",
        subcommands: [Send.self, Text.self, List.self, Withdraw.self]
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
        @Flag(help: "Text it too, to those who asked for that; 300 characters at most.") var sms = false

        func run() async throws {
            try await admin.answer { node in
                let announcements = try node.announcements
                let notice = try await announcements.send(
                    english: en,
                    russian: ru,
                    french: fr,
                    startsAt: from?.timestamp,
                    endsAt: until.timestamp,
                    isTexted: sms
                )
                return SentNotice(notice: notice, text: sms ? try await announcements.text(notice.id) : nil)
            } sentence: { sent in
                "Everybody is told until \(sent.notice.endsAt.text): \(sent.notice.id)" + (sent.text.map { "\n\($0.sentence)" } ?? "")
            }
        }
    }

    struct Text: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Text a notice that stands to those who asked for that; who has it is not sent it again."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The notice, as the list names it.") var id: String

        func run() async throws {
            try await admin.answer { node in
                try await node.announcements.text(id)
            } sentence: {
                $0.sentence
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

/// A notice with what came of texting it.
private struct SentNotice: Encodable {
    let notice: Announcement
    let text: TextedNotice?

    private enum CodingKeys: String, CodingKey { case texted, held }

    /// The notice's members, and those of the texts beside them.
    func encode(to encoder: any Encoder) throws {
        try notice.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(text?.texted, forKey: .texted)
        try container.encodeIfPresent(text?.held, forKey: .held)
    }
}

extension TextedNotice {
    fileprivate var sentence: String {
        "Texted to \(texted.counted("person", "people"))"
            + (held > 0 ? "; \(held.counted("person", "people")) had too many notices within a day." : ".")
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
