import ArgumentParser
import Identity
import ParaphWire
import ServerKit

/// `paraph admin person`: the people of an instance.
struct AdminPersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person",
        abstract: "Create, show, disable and delete people; let those in who lost every device.",
        subcommands: [Create.self, List.self, Show.self, Disable.self, Enable.self, Proof.self, Delete.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a person whose address you vouch for; `proof` gives them their way in."
        )

        @OptionGroup var admin: AdminOptions
        @Option(help: "The person's e-mail address.") var email: String
        @Option(help: "The name that others see.") var name: String
        @Option(help: "A password of 8 bytes or more, for the dialects that need one.") var password: String?
        @Option(help: "The language of mails: en, ru or fr.") var language = "en"

        func run() async throws {
            try await admin.answer(creating: true) { node in
                ["id": try await node.people.createPerson(email: email, name: name, password: password, language: language)]
            } sentence: {
                "Created \($0["id"] ?? "")."
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List everybody in the order in which they came.")

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.stream("people") { node, last in
                try await node.people.people(after: last)
            } sentence: {
                $0.line
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one person.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "Their id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer {
                try await $0.people.person(person)
            } sentence: {
                $0.line
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep a person out, and end their sessions.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "Their id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer { node in
                try await node.people.setDisabled(true, person: person)
                return try await node.people.person(person)
            } sentence: {
                $0.line
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a disabled person in again.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "Their id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer { node in
                try await node.people.setDisabled(false, person: person)
                return try await node.people.person(person)
            } sentence: {
                $0.line
            }
        }
    }

    struct Proof: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a person new recovery codes, told this once; those before are worth nothing.",
            discussion: "Give them only to the person whose identity you have checked: each code lets a device in."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "Their id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer { node in
                ["recoveryCodes": try await node.people.proofAnew(person)]
            } sentence: {
                ($0["recoveryCodes"] ?? []).joined(separator: "\n")
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a person and shred what was sealed for them; there is no way back."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "Their id, e-mail or username.") var person: String

        func run() async throws {
            try await admin.answer { node in
                try await node.people.deletePerson(person)
                return ["deleted": person]
            } sentence: { _ in
                "Deleted."
            }
        }
    }

}

extension PersonAdministration.Entry {
    fileprivate var line: String {
        if damaged == true { return "\(id)  (the row does not open: it was changed, or is an earlier one)" }
        let notes = [
            appId.map { "unproved, in the app \($0)" }, disabled ? "disabled" : nil,
            enrolled ? "enrolled" : "not enrolled",
            enrolledApps.isEmpty ? nil : "a signature of its own in \(enrolledApps.count.counted("app"))", devices.count.counted("device"),
        ].compactMap(\.self)
        return "\(id)  \(email)  \(name)  (\(notes.joined(separator: ", ")))"
    }
}

extension Node {
    /// What administrators do with people.
    var people: PersonAdministration {
        get throws { PersonAdministration(try Wiring(node: self).identity) }
    }
}
