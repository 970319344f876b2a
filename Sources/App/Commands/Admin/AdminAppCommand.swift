import ArgumentParser
import Identity
import ParaphStorage
import ParaphWire

/// `paraph admin app`: the apps that may use the API, and their keys.
struct AdminAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Register apps, renew their keys, disable and delete them.",
        subcommands: [Create.self, List.self, Disable.self, Enable.self, Renew.self, Delete.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Register an app; its API key is told this once.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "What people see.") var name: String
        @Option(help: "The reverse-DNS bundle id: com.example.app.") var bundleId: String
        @Option(help: "The address of who is responsible for the app.") var email: String
        @Option(help: "The app's web page, https.") var website: String

        func run() async throws {
            try await admin.answer(creating: true) { node in
                let app = try await node.apps.create(AppRegistration(name: name, bundleId: bundleId, email: email, website: website))
                return ["id": app.id, "apiKey": app.apiKey ?? ""]
            } sentence: {
                "The API key of \(name), told this once: \($0["apiKey"] ?? "")"
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the apps.")

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.answer { node in
                ["apps": try await node.apps.list()]
            } sentence: { answer in
                (answer["apps"] ?? []).map { "\($0.id)  \($0.bundleId)  \($0.name)\($0.disabled ? "  (disabled)" : "")" }
                    .joined(separator: "\n")
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep an app out at once, and end the sessions opened through it.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.setDisabled(true, id: id)
            } sentence: {
                "\($0.name) is disabled."
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a disabled app in again.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.setDisabled(false, id: id)
            } sentence: {
                "\($0.name) is enabled."
            }
        }
    }

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "renew-key",
            abstract: "Give an app a new key, told this once; the old one stops at once."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer { node in
                ["apiKey": try await node.apps.renewKey(id: id).apiKey ?? ""]
            } sentence: {
                "The new API key, told this once: \($0["apiKey"] ?? "")"
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete an app.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String
        @Flag(help: "Delete the accounts that work in this app alone, too.") var force = false

        func run() async throws {
            try await admin.answer { node in
                for address in try await node.apps.delete(id: id, force: force) { try await node.blobs.delete(address) }
                return ["deleted": id]
            } sentence: { _ in
                "The app is deleted."
            }
        }
    }
}

extension Node {
    /// What administrators do with apps.
    var apps: AppAdministration {
        AppAdministration(database: database, keys: keyRing, time: time)
    }
}
