import ArgumentParser
import Identity
import ParaphWire

/// `paraph admin device`: the devices of a person.
struct AdminDeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "List and remove a person's devices.",
        subcommands: [List.self, Remove.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List a person's devices.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "The person's id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer { node in
                ["devices": try await node.people.person(person).devices]
            } sentence: { answer in
                (answer["devices"] ?? []).map { "\($0.id)  \($0.name)  (since \($0.createdAt.text))" }.joined(separator: "\n")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a device and end its sessions.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "The person's id, e-mail or username.") var person: String
        @Argument(help: "The device's id.") var id: String

        func run() async throws {
            try await admin.answer { node in
                try await node.people.removeDevice(id, person: person)
                return ["removed": id]
            } sentence: { _ in
                "Removed."
            }
        }
    }
}
