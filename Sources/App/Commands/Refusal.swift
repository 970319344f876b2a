import ArgumentParser
import ParaphClient
import ParaphStorage
import ParaphWire

/// A sentence for the person at the terminal; the program ends with 2, for bad use or input.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Runs work, and tells of what storage, the configuration or a server refuses in a sentence.
    static func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as ConfigurationError {
            throw Refusal(error.description)
        } catch let error as StorageError {
            throw Refusal(error.message)
        } catch let error as ClientError {
            throw Refusal(error)
        } catch let problem as Problem {
            throw Refusal([problem.title, problem.detail].compactMap(\.self).joined(separator: ": "))
        }
    }
}

/// How every run of the program ends: 0 good, 1 "no" as an answer, 2 bad use or input.
public enum ProgramExit {
    /// Runs the program with the command line's arguments and ends the process.
    public static func run() async -> Never {
        CrashPolicy.apply()
        do {
            var command = try ParaphCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            ParaphCommand.exit()
        } catch {
            end(error)
        }
    }

    private static func end(_ error: any Error) -> Never {
        switch error {
        case is ExitCode:
            ParaphCommand.exit(withError: error)
        case let refusal as Refusal:
            Terminal.complain(refusal.description)
        case _ where ParaphCommand.exitCode(for: error) == .success:
            ParaphCommand.exit(withError: error)
        default:
            Terminal.complain(ParaphCommand.fullMessage(for: error))
        }
        ParaphCommand.exit(withError: ExitCode(2))
    }
}
