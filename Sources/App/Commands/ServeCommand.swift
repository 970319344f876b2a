import ArgumentParser

/// `paraph serve`: runs one node.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve people, apps and clients until SIGTERM or SIGINT.",
        discussion: """
            Every flag is also read from the environment (PARAPH_DATA, PARAPH_PORT, PARAPH_PUBLIC_URL, …) and from the JSON file that --config \
            names (data, port, publicUrl, …).
            """
    )

    @OptionGroup var options: NodeOptions

    @Option(help: "The address to listen on (default: 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on (default: 8080).")
    var port: Int?

    @Option(help: "Where people reach this instance: https://sign.example.org.")
    var publicUrl: String?

    @Option(help: "A PEM file with the certificate chain.")
    var tlsCert: String?

    @Option(help: "A PEM file with the certificate's private key.")
    var tlsKey: String?

    @Option(help: "Where mail goes: smtp://HOST:PORT, smtps://HOST:PORT, folder:PATH or print (default: a folder in the data folder).")
    var mail: String?

    @Option(help: "The address that mail comes from.")
    var mailFrom: String?

    func run() async throws {
        let configuration = try await options.load(adding: [
            "host": host, "port": port.map(String.init), "publicUrl": publicUrl, "tlsCert": tlsCert, "tlsKey": tlsKey, "mail": mail,
            "mailFrom": mailFrom,
        ])
        try await Refusal.explaining {
            let node = try await Node.open(configuration)
            try await node.serve()
        }
    }
}
