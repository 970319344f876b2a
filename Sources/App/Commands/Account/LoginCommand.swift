import ArgumentParser
import Foundation
import ParaphClient
import ParaphInk
import ParaphWire

/// `paraph login`: a person signs in at this terminal.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to a server at this terminal.",
        discussion: """
            This terminal becomes one of your devices, with a key of its own in sealed files: a code is shown, which you type on a device that your \
            account knows, and approve there with your signature. A recovery code lets it in as well. Once it is one, --drawing signs in with a \
            signature that was just drawn, on a pad that writes such files; a drawing is good once.
            """
    )

    /// What is told where --json is given.
    private struct Answer: Encodable {
        var server: String
        var personId: String
        var email: String
        var expiresAt: Timestamp
    }

    /// What is told of a device that waits.
    private struct Waiting: Encodable {
        var code: String
        var expiresAt: Timestamp
    }

    @Argument(help: "The server's address; the one of the last time where it is left out.")
    var server: String?

    @Option(help: "The key of the app that this program is to the server ($PARAPH_API_KEY): paraph admin app create gives one.")
    var apiKey: String?

    @Option(name: .customLong("as"), help: "Your e-mail or username.")
    var identifier: String?

    @Option(help: "What this terminal is called among your devices.")
    var deviceName: String?

    @Option(help: "A file with your signature as it was just drawn; may be repeated, for the next try.", completion: .file())
    var drawing: [String] = []

    @Flag(help: "Read a recovery code from the first line of standard input; it is used up.")
    var recoveryCode = false

    @Option(help: "The certificates, PEM, of which one must stand in the server's chain; they are kept.", completion: .file())
    var authority: String?

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        let profile = try options.open()
        let place = try place(try profile.server())
        let name = deviceName ?? "paraph, \(ProcessInfo.processInfo.hostName)"
        try await profile.using(place, as: String(name.prefix(100))) { client in
            if !drawing.isEmpty {
                try await sign(client, place)
            } else if recoveryCode {
                let code = readLine(strippingNewline: true) ?? ""
                _ = try await client.signIn.begin(as: place.identifier, recoveryCode: code)
            } else {
                try await ask(client, place)
            }
            try profile.keep(place)
            try await tell(client, place)
        }
    }

    /// What was said, else what was said the last time.
    private func place(_ last: ProgramProfile.Server?) throws -> ProgramProfile.Server {
        guard let address = server ?? last?.address else { throw Refusal("Say which server: paraph login https://SERVER …") }
        let known = last.flatMap { $0.address == address ? $0 : nil }
        let key = apiKey ?? ProcessInfo.processInfo.environment["PARAPH_API_KEY"].flatMap { $0.isEmpty ? nil : $0 } ?? known?.apiKey
        guard let key else { throw Refusal("Give the key of the app that this program is to the server: --api-key, or $PARAPH_API_KEY.") }
        guard let identifier = identifier ?? known?.identifier else { throw Refusal("Say who signs in: --as E-MAIL, or a username.") }
        let pins = try authority.map { String(decoding: try SignatureFile.bytes(at: $0, limit: 1 << 20), as: UTF8.self) } ?? known?.pins
        return ProgramProfile.Server(address: address, apiKey: key, identifier: identifier, pins: pins)
    }

    /// Signs in with what was drawn, one drawing after another.
    private func sign(_ client: ParaphClient, _ place: ProgramProfile.Server) async throws {
        let signing = try await client.signIn.begin(as: place.identifier)
        for (index, path) in drawing.enumerated() {
            let sample = try SignatureFile.sample(at: path).encoded()
            switch try await answer(signing, sample) {
            case .accepted: return
            case .refused(let refused):
                let why = refused.refusal.map { "was not compared (\($0.rawValue))" } ?? "differs from your signature"
                Terminal.complain("\(path) \(why). Tries left: \(refused.attemptsLeft).")
                if let seconds = refused.retryAfter {
                    await signing.cancel()
                    throw wait(seconds, drawing[(index + 1)...])
                }
            case .denied:
                Terminal.complain("\(path) differs from your signature, and the tries are used up.")
                let left = drawing[(index + 1)...]
                if !left.isEmpty { Terminal.complain("Not given: \(Self.flags(left))") }
                throw ExitCode(1)
            case .renewed:
                Terminal.complain("\(path) came too late for the server's question, and is not sent twice: draw once more.")
            }
        }
        await signing.cancel()
        throw ExitCode(1)
    }

    /// Ends where the next drawing would not be looked at yet, and says which were not given: each is good once, and these still are.
    private func wait(_ seconds: Int, _ left: ArraySlice<String>) -> ExitCode {
        let more = left.isEmpty ? "draw once more" : "give what is left: \(Self.flags(left))"
        Terminal.complain("The next one is looked at in \(seconds) s. Then \(more).")
        return ExitCode(1)
    }

    private static func flags(_ paths: ArraySlice<String>) -> String { paths.map { "--drawing \($0)" }.joined(separator: " ") }

    /// Gives a drawing; once more where the server's question was over before it was looked at.
    private func answer(_ signing: Signing, _ sample: [UInt8]) async throws -> Signing.Outcome {
        let outcome = try await signing.answer(sample)
        guard case .renewed(mayBeSentAgain: true) = outcome else { return outcome }
        return try await signing.answer(sample)
    }

    /// Asks for this device to be added, and waits; goes on with what was asked before where that still waits.
    private func ask(_ client: ParaphClient, _ place: ProgramProfile.Server) async throws {
        if let earlier = try await client.devices.pending().first(where: { $0.identifier == place.identifier }) {
            switch try await status(of: earlier, client) {
            case .pending: return try await wait(for: earlier, client)
            case .approved(let session): return try begin(session)
            case .declined, .expired: break
            }
        }
        try await wait(for: try await client.devices.request(for: place.identifier), client)
    }

    /// How a device stands; it waits as well where the server is not reached for a while.
    private func statusMeanwhile(of device: PendingDevice, _ client: ParaphClient) async throws -> PendingDevice.Status {
        do {
            return try await status(of: device, client)
        } catch let error as ClientError where error.isTransient {
            guard Date().timeIntervalSince1970 * 1000 < Double(device.expiresAt.milliseconds) else { throw error }
            return .pending
        }
    }

    /// How a device stands; one that the server knows nothing of any more is forgotten.
    private func status(of device: PendingDevice, _ client: ParaphClient) async throws -> PendingDevice.Status {
        do {
            return try await client.devices.status(of: device)
        } catch let error as ClientError where error.status == 404 {
            try await client.devices.withdraw(device)
            return .expired
        }
    }

    private func wait(for device: PendingDevice, _ client: ParaphClient) async throws {
        if options.json {
            try Terminal.say(json: Waiting(code: device.code, expiresAt: device.expiresAt))
        } else {
            Terminal.say("On a device that your account knows, open Devices and type this code: \(device.code)")
            Terminal.say("It is good until \(device.expiresAt.text). Waiting.")
        }
        while true {
            switch try await statusMeanwhile(of: device, client) {
            case .pending: try await Task.sleep(for: .seconds(2))
            case .approved(let session): return try begin(session)
            case .declined:
                Terminal.complain("The device was refused.")
                throw ExitCode(1)
            case .expired:
                Terminal.complain("The code was not typed in time; run the same again for a new one.")
                throw ExitCode(1)
            }
        }
    }

    private func begin(_ session: SessionGrant?) throws {
        guard session == nil else { return }
        Terminal.complain("This terminal is one of your devices now; sign in with --drawing.")
        throw ExitCode(1)
    }

    private func tell(_ client: ParaphClient, _ place: ProgramProfile.Server) async throws {
        let person = try await client.account.person()
        guard let session = await client.signIn.current else { throw Refusal.notSignedIn }
        if options.json {
            try Terminal.say(
                json: Answer(server: place.address, personId: person.id, email: person.email, expiresAt: session.expiresAt)
            )
        } else {
            Terminal.say(foreign: "Signed in to \(place.address) as \(person.profile.userName) (\(person.email)).")
        }
    }
}

/// `paraph logout`: the session of this terminal ends.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign out at this terminal; it stays one of your devices until you remove it there."
    )

    @OptionGroup var options: ProfileOptions

    func run() async throws {
        try await options.using { try await $0.signIn.end() }
        if options.json { Terminal.say("{}") } else { Terminal.say("Signed out.") }
    }
}
