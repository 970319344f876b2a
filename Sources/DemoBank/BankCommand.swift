import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOSSL

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
    @Option(help: "A certificate chain (PEM) to serve by TLS with.") var tlsCert: String?
    @Option(help: "The certificate's key (PEM).") var tlsKey: String?
    @Option(help: "A certificate (PEM) that vouches for Paraph, where the system's authorities do not.") var paraphCa: String?
    @Option(
        help:
            "Where browsers reach the bank, for a client made with --restricted: customers link their account first, and come back to this address with /linked."
    )
    var linkedAt: String?

    func validate() throws {
        guard (5...300).contains(patience) else { throw ValidationError("--patience must be 5 to 300.") }
        guard (tlsCert == nil) == (tlsKey == nil) else { throw ValidationError("Give both --tls-cert and --tls-key.") }
        guard ProcessInfo.processInfo.environment["DEMO_BANK_CLIENT_SECRET"] != nil else {
            throw ValidationError("DEMO_BANK_CLIENT_SECRET is not set: give the client's secret in it.")
        }
    }

    func run() async throws {
        let issuer = paraph.hasSuffix("/") ? String(paraph.dropLast()) : paraph
        let secret = ProcessInfo.processInfo.environment["DEMO_BANK_CLIENT_SECRET"] ?? ""
        var trust = TLSConfiguration.makeClientConfiguration()
        if let paraphCa { trust.trustRoots = .file(paraphCa) }
        let client = HTTPClient(configuration: .init(tlsConfiguration: trust))
        let provider = SignatureProvider(issuer: issuer, clientID: clientId, clientSecret: secret, client: client)
        let isSecure = tls || tlsCert != nil
        let routes = try BankRoutes(
            bank: Bank(provider: provider, patience: patience),
            isSecure: isSecure,
            linkedAt: linkedAt,
            issuer: issuer
        )
        var logger = Logger(label: "demo-bank")
        logger.logLevel = .warning
        let application = Application(
            router: routes.router,
            server: try server(),
            configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { [host, port] _ in
                FileHandle.standardOutput.write(Data("The bank is open: http\(isSecure ? "s" : "")://\(host):\(port)/\n".utf8))
            },
            logger: logger
        )
        do {
            try await application.runService()
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    private func server() throws -> HTTPServerBuilder {
        guard let tlsCert, let tlsKey else { return .http1() }
        let chain = try NIOSSLCertificate.fromPEMFile(tlsCert).map { NIOSSLCertificateSource.certificate($0) }
        return try .http2Upgrade(
            tlsConfiguration: .makeServerConfiguration(
                certificateChain: chain,
                privateKey: .privateKey(try NIOSSLPrivateKey(file: tlsKey, format: .pem))
            )
        )
    }
}

/// The program.
public enum BankProgram {
    /// Reads the command line and serves until it is stopped.
    public static func run() async { await BankCommand.main() }
}
