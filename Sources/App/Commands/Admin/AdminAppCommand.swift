import ArgumentParser
import Foundation
import Identity
import ParaphStorage
import ParaphWire
import ServerKit

/// `paraph admin app`: the apps that may use the API, and their keys.
struct AdminAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Register apps, renew their keys, restrict, disable and delete them.",
        subcommands: [
            Create.self, List.self, Show.self, SetIcon.self, Approve.self, Restrict.self, Release.self, Disable.self, Enable.self,
            Renew.self,
            Delete.self,
        ]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Register an app; its API key is told this once.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "What people see.") var name: String
        @Option(help: "The reverse-DNS bundle id: com.example.app.") var bundleId: String
        @Option(help: "The address of who is responsible for the app.") var email: String
        @Option(help: "The app's web page, https.") var website: String
        @Flag(help: "Take a web page that only the organisation's network reaches: http, or a name without a dot.")
        var intranet = false
        @Flag(help: "Reach only people who enrol in the app or let it. Without it the app is the organisation's own and reaches everybody.")
        var restricted = false

        func run() async throws {
            try await admin.answer(creating: true) { node in
                let registration = AppRegistration(name: name, bundleId: bundleId, email: email, website: website)
                let app = try await node.apps.create(registration, restricted: restricted, intranet: intranet)
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
                (answer["apps"] ?? []).map(\.line).joined(separator: "\n")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show an app, who owns it and how many people let it.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.app(id: id)
            } sentence: { details in
                """
                \(details.app.line)
                owner: \(details.owner ?? "none")
                people who enrolled in it or let it: \(details.people)
                """
            }
        }
    }

    struct SetIcon: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "set-icon", abstract: "Give an app the picture that people see.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String
        @Argument(help: "A PNG or JPEG file of 1 MB and 2048 × 2048 pixels at most.", completion: .file()) var file: String

        func run() async throws {
            guard let data = FileManager.default.contents(atPath: file) else { throw Refusal("\(file) cannot be read.") }
            try await admin.answer {
                try await $0.apps.setIcon([UInt8](data), id: id)
            } sentence: {
                "\($0.name) has a new icon."
            }
        }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let mails repeat an app's name, until its owner changes it.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.approveName(id: id)
            } sentence: {
                "Mails name \($0.name)."
            }
        }
    }

    struct Restrict: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Have an app reach only people who enrol in it or let it.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.setRestricted(true, id: id)
            } sentence: {
                "\($0.name) reaches only people who enrol in it or let it."
            }
        }
    }

    struct Release: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an app the organisation's own, which reaches everybody.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The app's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.apps.setRestricted(false, id: id)
            } sentence: {
                "\($0.name) is the organisation's own and reaches everybody."
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

extension RegisteredApp {
    /// The app in one line of a list.
    fileprivate var line: String {
        let marks = [
            isRestricted ? "restricted" : "organisation's own", isDisabled ? "disabled" : nil, isNameApproved ? nil : "name not approved",
            ownerId.map { "owner \($0)" },
        ]
        return "\(id)  \(bundleId)  \(name)  (\(marks.compactMap(\.self).joined(separator: ", ")))"
    }
}

extension Node {
    /// What administrators do with apps.
    var apps: AppAdministration {
        AppAdministration(database: database, keys: keyRing, people: Wiring.registered.people(keys: keyRing), time: time)
    }
}
