import ArgumentParser
import Identity
import ServerKit

/// `paraph admin token`: tokens that stand for a person.
struct AdminTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make tokens for programs.",
        subcommands: [Create.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token that stands for a person; it can neither enrol, approve nor sign."
        )

        @OptionGroup var admin: AdminOptions
        @Option(help: "The person's id, e-mail or username.") var person: String
        @Option(help: "What it opens, words separated by spaces: \(Wiring.registered.scopes.words.joined(separator: ", ")).")
        var scope: String
        @Option(help: "How many seconds it is good for, 60 to 31536000.") var expiresIn = 3600

        func run() async throws {
            try await admin.answer { node in
                try await node.people.createToken(
                    person: person,
                    scopes: Set(scope.split(separator: " ").map(String.init)),
                    lifetime: expiresIn
                )
            } sentence: {
                "The token, told this once: \($0.accessToken)"
            }
        }
    }
}
