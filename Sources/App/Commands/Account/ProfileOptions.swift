import ArgumentParser
import ParaphClient

/// The flags of commands that a person runs against a server.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: "The folder that keeps the session and the key of this device ($PARAPH_PROFILE; else ~/.config/paraph).",
        completion: .directory
    )
    var profile: String?

    @Flag(help: "Answer in JSON.")
    var json = false

    /// The profile.
    func open() throws -> ProgramProfile {
        do {
            return try ProgramProfile(folder: profile)
        } catch let error as ClientError {
            throw Refusal(error)
        }
    }

    /// Works with the server that was signed in to last.
    func using<Value>(_ work: (ParaphClient) async throws -> Value) async throws -> Value {
        let profile = try open()
        guard let server = try profile.server() else { throw Refusal.notSignedIn }
        return try await profile.using(server, work)
    }
}
