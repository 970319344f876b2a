import ArgumentParser
import Identity
import ParaphWire

/// `paraph admin request`: the programs that people reported.
struct AdminRequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "List the programs that people reported, and let them ask again.",
        subcommands: [List.self, Unblock.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the programs whose requests a person said to know nothing of, and who is spared of them."
        )

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.answer { node in
                ["blocked": try await node.requests.blocked()]
            } sentence: { answer in
                (answer["blocked"] ?? []).map { "\($0.client)  for \($0.personId)  (since \($0.at.text))" }.joined(separator: "\n")
            }
        }
    }

    struct Unblock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a program ask a person again.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "The person's id, e-mail or username.") var person: String
        @Argument(help: "The program, as the list names it.") var client: String

        func run() async throws {
            try await admin.answer { node in
                try await node.requests.unblock(client, personID: try await node.people.person(person).id)
                return ["unblocked": client]
            } sentence: { _ in
                "The program can ask this person again."
            }
        }
    }
}

extension Node {
    /// What programs ask of people.
    var requests: RequestAdministration {
        get throws { RequestAdministration(try Wiring(node: self).identity) }
    }
}
