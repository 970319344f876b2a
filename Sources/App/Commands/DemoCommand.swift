import ArgumentParser
import AsyncHTTPClient
import Foundation
import Identity
import NIOSSL
import ParaphClientNIO
import ParaphVerification
import ParaphWire
import ServerKit
import Synchronization

/// `paraph demo`: serves an instance with made-up people on it, and tells what it did.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Serve an instance with made-up people; mails are printed here.",
        discussion: "Takes the flags of serve. The data folder may be new, or one that an earlier demo made."
    )

    @OptionGroup var options: ServeOptions

    @Flag(help: "End after telling, with 0 where everything went as it should.")
    var once = false

    func run() async throws {
        let configuration = try await options.load(fallback: ["data": ".demo/data", "mail": "print", "logLevel": "warning"])
        try await Refusal.explaining {
            let node = try await Node.open(configuration)
            let once = once
            let failed = Mutex(false)
            try await node.serve { port, stop in
                do {
                    try await Self.tell(node, port: port)
                } catch {
                    Terminal.complain("The demo could not play its story: \(error)")
                    failed.withLock { $0 = true }
                }
                if once { stop() }
            }
            if failed.withLock({ $0 }) { throw ExitCode(1) }
        }
    }

    private static func tell(_ node: Node, port: Int) async throws {
        let isTLS = node.configuration.tls != nil
        let apps = AppAdministration(
            database: node.database,
            keys: node.keyRing,
            people: Wiring.registered.people(keys: node.keyRing),
            time: node.time
        )
        let isNew = try await apps.list().isEmpty
        if isNew {
            let app = try await apps.create(
                AppRegistration(name: "Demo app", bundleId: "example.demo.app", email: "dev@demo.example", website: "https://demo.example")
            )
            Terminal.say("Registered an app; its API key is \(app.apiKey ?? "")")
            var settings = AsyncHTTPClientTransport.configuration
            // The server talks to itself; its certificate is made out to the names that others know it by.
            if isTLS { settings.tlsConfiguration = .clientDefault.trustingAnyone }
            let client = HTTPClient(configuration: settings)
            let story = DemoStory(
                address: "\(isTLS ? "https" : "http")://127.0.0.1:\(port)",
                apiKey: app.apiKey ?? "",
                transport: AsyncHTTPClientTransport(client),
                say: { Terminal.say($0) }
            )
            do {
                try await story.play()
                let (anna, signer) = (DemoStory.cast[0], SyntheticSigner(seed: DemoStory.cast[0].seed))
                let folder = URL(filePath: node.configuration.data).appending(path: "demo")
                try await DemoDocument(folder: folder) { Terminal.say($0) }.play(signer: anna.name, ink: signer.genuine(41))
                try await client.shutdown()
            } catch {
                try? await client.shutdown()
                throw error
            }
        } else {
            Terminal.say("This data folder has its made-up people already.")
        }
        Terminal.say("Open \(node.configuration.site.publicURL) and create your own signature. Codes that are mailed are printed here.")
    }
}

extension TLSConfiguration {
    fileprivate static var clientDefault: TLSConfiguration { makeClientConfiguration() }

    fileprivate var trustingAnyone: TLSConfiguration {
        var copy = self
        copy.certificateVerification = .none
        return copy
    }
}
