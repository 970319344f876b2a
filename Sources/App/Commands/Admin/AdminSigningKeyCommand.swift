import ArgumentParser
import Identity

/// `paraph admin signing-key`: the keys that sign ID tokens.
struct AdminSigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "Replace the keys that sign ID tokens.",
        subcommands: [Rotate.self]
    )

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put new keys in the place of those in use, while servers go on; tokens of the old ones stay good until they end."
        )

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.answer { node in
                ["replaced": try await SigningKeyAdministration(try Wiring(node: node).identity).rotate()]
            } sentence: { answer in
                "Keys replaced: \(answer["replaced"] ?? 0)"
            }
        }
    }
}
