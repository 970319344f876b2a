import ArgumentParser
import Foundation
import Identity

/// `paraph admin client`: the programs that may ask people to act for them (OAuth 2.0).
struct AdminClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Register programs that ask people to act for them, and disable them.",
        subcommands: [Create.self, List.self, SetKeys.self, Disable.self, Enable.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Register a client; its secret is told this once.")

        @OptionGroup var admin: AdminOptions
        @Option(help: "What people see when they are asked.") var name: String
        @Option(help: "Where browsers go back to; once for each.") var redirectUri: [String] = []
        @Option(help: "Where browsers go once the person is signed out; once for each.") var postLogoutRedirectUri: [String] = []
        @Option(
            help:
                "How it gets tokens: authorization_code, urn:openid:params:grant-type:ciba, urn:ietf:params:oauth:grant-type:device_code, refresh_token with any; once for each."
        )
        var grant: [String] = []
        @Flag(name: .customLong("public"), help: "It can keep no secret, as an app on a phone; PKCE alone proves it.") var isPublic = false
        @Option(
            help: "A file with its public keys (a JSON Web Key Set), by which it proves itself instead of a secret.",
            completion: .file()
        )
        var jwks: String?
        @Option(help: "The origin of a page whose scripts are this client, such as https://app.example; once for each.") var origin:
            [String] = []
        @Flag(help: "Hold it to the FAPI 2.0 Security Profile: requests sent before, tokens bound to a key, keys instead of a secret.")
        var fapi = false
        @Flag(help: "It asks on their devices only people who allowed it something in the browser before.") var restricted = false
        @Flag(help: "It shows people the number that comes with each request, which they type before they sign.") var showsCode = false
        @Option(help: "How ID tokens are signed for it: RS256 or ES256.") var idTokenAlg = "RS256"
        @Option(help: "Where it is told that a request is over (CIBA, ping mode): https://…") var notificationUri: String?
        @Option(help: "Where it is told how requests ended that came by /signpass: https://…") var callbackUri: String?
        @Flag(help: "It signs by one of its keys what it asks of people on their devices; nothing else of it counts there.")
        var signedRequests = false
        @Flag(help: "It brings with each request on a device the code that the person set, and told it (CIBA, user_code).") var userCode =
            false

        func run() async throws {
            try await admin.answer(creating: true) { node in
                var client = ClientRegistration(name: name, redirectURIs: redirectUri, grants: grant)
                client.logoutURIs = postLogoutRedirectUri
                client.isPublic = isPublic
                client.keys = try jwks.map(AdminClientCommand.text)
                client.origins = origin
                client.followsFAPI = fapi
                client.isRestricted = restricted
                client.showsCode = showsCode
                client.idTokenAlgorithm = idTokenAlg
                (client.notificationURI, client.callbackURI) = (notificationUri, callbackUri)
                (client.signsRequests, client.bringsUserCode) = (signedRequests, userCode)
                return try await node.clients.create(client)
            } sentence: { client in
                guard let secret = client.clientSecret else { return "The client's id: \(client.clientId)" }
                return "The client's id: \(client.clientId)\nIts secret, told this once: \(secret)"
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the clients.")

        @OptionGroup var admin: AdminOptions

        func run() async throws {
            try await admin.answer { node in
                ["clients": try await node.clients.list()]
            } sentence: { answer in
                (answer["clients"] ?? []).map { "\($0.clientId)  \($0.name)\($0.disabled ? "  (disabled)" : "")" }.joined(separator: "\n")
            }
        }
    }

    struct SetKeys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-keys",
            abstract: "Put other keys in the place of those by which a client proves itself."
        )

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The client's id.") var id: String
        @Argument(help: "A file with its public keys: a JSON Web Key Set.", completion: .file()) var file: String

        func run() async throws {
            let keys = try AdminClientCommand.text(of: file)
            try await admin.answer {
                try await $0.clients.setKeys(keys, id: id)
            } sentence: {
                "\($0.name) proves itself by \($0.keys.joined(separator: ", "))."
            }
        }
    }

    /// What a file says.
    private static func text(of file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8) else {
            throw Refusal("\(file) cannot be read.")
        }
        return text
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep a client out at once, and end every token that it holds.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The client's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.clients.setDisabled(true, id: id)
            } sentence: {
                "\($0.name) is disabled."
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a disabled client in again; people must allow it anew.")

        @OptionGroup var admin: AdminOptions
        @Argument(help: "The client's id.") var id: String

        func run() async throws {
            try await admin.answer {
                try await $0.clients.setDisabled(false, id: id)
            } sentence: {
                "\($0.name) is enabled."
            }
        }
    }
}

extension Node {
    /// What administrators do with clients.
    var clients: ClientAdministration {
        ClientAdministration(database: database, time: time, addresses: configuration.outgoingAddresses)
    }
}
