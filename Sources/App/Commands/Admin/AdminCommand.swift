import ArgumentParser
import ParaphWire
import ServerKit

/// `paraph admin`: what an administrator does on the data folder itself, with no server running or beside one.
struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer people, apps, clients, devices, tokens, requests, certificates and the root key on the data folder itself.",
        subcommands: [
            AdminPersonCommand.self, AdminAppCommand.self, AdminClientCommand.self, AdminDeviceCommand.self, AdminTokenCommand.self,
            AdminAuthorityCommand.self, AdminKeyCommand.self, AdminRequestCommand.self,
        ]
    )
}

/// The flags of every administrator's command.
struct AdminOptions: ParsableArguments {
    @OptionGroup var options: NodeOptions

    @Flag(help: "Answer with one JSON object.")
    var json = false

    /// Opens the instance, works on it, closes it, and answers.
    ///
    /// - Parameters:
    ///   - creating: Whether a data folder that is not there yet is made.
    ///   - more: Flags of the command itself, by the key of their setting.
    ///   - work: What is done; its answer is what `--json` prints.
    ///   - sentence: The answer for a person.
    /// - Throws: ``Refusal`` with what was refused.
    func answer<Answer: Encodable & Sendable>(
        creating: Bool = false,
        adding more: [String: String?] = [:],
        _ work: (Node) async throws -> Answer,
        sentence: (Answer) -> String
    ) async throws {
        let configuration = try await options.load(adding: more, fallback: ["logLevel": "error"])
        let answer = try await Refusal.explaining {
            let node = creating ? try await Node.open(configuration) : try await Node.openExisting(configuration)
            do {
                let answer = try await work(node)
                await node.close()
                return answer
            } catch {
                await node.close()
                throw error
            }
        }
        if json {
            try Terminal.say(json: answer)
        } else {
            Terminal.say(sentence(answer))
        }
    }
}
