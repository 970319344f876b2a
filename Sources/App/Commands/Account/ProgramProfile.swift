import AsyncHTTPClient
import Foundation
import ParaphClient
import ParaphClientNIO

/// What the program keeps of a person between its runs: sealed files of one folder, for their owner alone to read.
struct ProgramProfile {
    private static let name = "program/server"

    /// The server that the person signed in to last.
    struct Server: Codable {
        var address: String
        var apiKey: String
        /// What they sign in with.
        var identifier: String
        /// The certificates, PEM, of which one must stand in the server's chain; `nil` for those that the system trusts.
        var pins: String?
    }

    private let secrets: FileSecrets

    /// Opens the profile in a folder, and makes it where there is none.
    init(folder: String?) throws {
        secrets = try FileSecrets(folder: URL(filePath: folder ?? Self.folder(ProcessInfo.processInfo.environment)))
    }

    /// Where the profile lies unless it is said otherwise (XDG Base Directory Specification).
    private static func folder(_ environment: [String: String]) -> String {
        if let named = environment["PARAPH_PROFILE"], !named.isEmpty { return named }
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config").path) + "/paraph"
    }

    /// The server that was signed in to last, if one was.
    func server() throws -> Server? {
        try secrets.read(Self.name).flatMap { try? JSONDecoder().decode(Server.self, from: Data($0)) }
    }

    func keep(_ server: Server) throws {
        try secrets.write(Array(try JSONEncoder().encode(server)), as: Self.name)
    }

    /// Works with a client of a server, and tells in a sentence of what it refuses.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - device: What the person recognises this program by.
    ///   - work: What is done.
    /// - Returns: what that gives.
    /// - Throws: ``Refusal``.
    func using<Value>(_ server: Server, as device: String = "paraph", _ work: (ParaphClient) async throws -> Value) async throws -> Value {
        guard let address = URL(string: server.address), address.host() != nil else {
            throw Refusal("\(server.address) is no address of a server, such as https://sign.example.org.")
        }
        let pins = server.pins.map { Array($0.utf8) }
        let configuration = try await Refusal.explaining {
            try pins.map(AsyncHTTPClientTransport.configuration(pinning:)) ?? AsyncHTTPClientTransport.configuration
        }
        let http = HTTPClient(configuration: configuration)
        do {
            let value = try await Refusal.explaining {
                try await work(
                    try ParaphClient(
                        server: address,
                        apiKey: server.apiKey,
                        device: DeviceDescription(name: device),
                        secrets: secrets,
                        transport: AsyncHTTPClientTransport(http),
                        language: { "en" }
                    )
                )
            }
            try await http.shutdown()
            return value
        } catch {
            try? await http.shutdown()
            throw error
        }
    }
}
