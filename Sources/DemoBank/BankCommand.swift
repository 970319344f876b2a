import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging

/// `demo-bank`: a made-up bank whose customers sign in and pay with their signature.
struct BankCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-bank",
        abstract: "Serve a made-up bank whose customers sign in and pay with their signature.",
        discussion: "The client's secret is read from DEMO_BANK_CLIENT_SECRET, which other users of the machine do not see."
    )

    @Option(help: "Where Paraph is reached: the issuer.") var paraph: String
    @Option(help: "The client that an administrator of Paraph made, for urn:openid:params:grant-type:ciba.") var clientId: String
    @Option(help: "The address to listen on.") var host = "127.0.0.1"
    @Option(help: "The port.") var port = 8090
    @Option(help: "How many seconds a customer may take to sign: 5 to 300.") var patience = 120
    @Flag(help: "Browsers reach it by TLS, which something before it ends.") var tls = false

    func validate() throws {
        guard (5...300).contains(patience) else { throw ValidationError("--patience must be 5 to 300.") }
        guard ProcessInfo.processInfo.environment["DEMO_BANK_CLIENT_SECRET"] != nil else {
            throw ValidationError("DEMO_BANK_CLIENT_SECRET is not set: give the client's secret in it.")
        }
    }

    func run() async throws {
        let issuer = paraph.hasSuffix("/") ? String(paraph.dropLast()) : paraph
        let secret = ProcessInfo.processInfo.environment["DEMO_BANK_CLIENT_SECRET"] ?? ""
        let provider = SignatureProvider(issuer: issuer, clientID: clientId, clientSecret: secret, client: .shared)
        let routes = try BankRoutes(bank: Bank(provider: provider, patience: patience), isSecure: tls)
        var logger = Logger(label: "demo-bank")
        logger.logLevel = .warning
        let application = Application(
            router: routes.router,
            configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { [host, port] _ in FileHandle.standardOutput.write(Data("The bank is open: http://\(host):\(port)/\n".utf8))
            },
            logger: logger
        )
        try await application.runService()
    }
}

/// The program.
public enum BankProgram {
    /// Reads the command line and serves until it is stopped.
    public static func run() async { await BankCommand.main() }
}
