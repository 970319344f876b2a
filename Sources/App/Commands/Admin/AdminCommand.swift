import ArgumentParser
import ParaphWire
import ServerKit

/// `paraph admin`: what an administrator does on the data folder itself, with no server running or beside one.
struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract:
            "Administer people, apps, clients, devices, tokens, requests, notices, mails, certificates, signing keys and the root key on the data folder itself.",
        subcommands: [
            AdminPersonCommand.self, AdminAppCommand.self, AdminClientCommand.self, AdminDeviceCommand.self, AdminTokenCommand.self,
            AdminAuthorityCommand.self, AdminKeyCommand.self, AdminSigningKeyCommand.self, AdminRequestCommand.self,
            AdminNoticeCommand.self,
            AdminOutboxCommand.self,
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

    /// Opens the instance, and answers with a list page by page, so that a long one takes no memory.
    ///
    /// - Parameters:
    ///   - name: The member of the JSON object that the list is.
    ///   - page: The items behind the last one of the page before; none at the end.
    ///   - sentence: An item's line for a person.
    /// - Throws: ``Refusal`` with what was refused; what was answered until then is no whole JSON object.
    func stream<Item: Encodable & Sendable>(
        _ name: String,
        page: (Node, _ last: Item?) async throws -> [Item],
        sentence: (Item) -> String
    ) async throws {
        let configuration = try await options.load(fallback: ["logLevel": "error"])
        try await Refusal.explaining {
            let node = try await Node.openExisting(configuration)
            do {
                try await stream(name, sentence: sentence) { try await page(node, $0) }
                await node.close()
            } catch {
                await node.close()
                throw error
            }
        }
    }

    private func stream<Item: Encodable & Sendable>(_ name: String, sentence: (Item) -> String, page: (Item?) async throws -> [Item])
        async throws
    {
        var last: Item?
        if json { Terminal.say("{\"\(name)\":[") }
        while true {
            let items = try await page(last)
            for item in items {
                guard json else {
                    Terminal.say(sentence(item))
                    continue
                }
                let text = String(decoding: try JSONBody.encode(item), as: UTF8.self)
                Terminal.say(last == nil ? text : ",\(text)")
                last = item
            }
            guard let end = items.last else { break }
            last = end
        }
        if json { Terminal.say("]}") }
    }
}
