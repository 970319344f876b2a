import ArgumentParser
import Foundation
import ParaphStorage
import ServerKit

/// `paraph audit`: the ledger of what was done on an instance.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Verify the audit ledger, and sign how far it goes.",
        subcommands: [Verify.self, Checkpoint.self]
    )

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look at every entry and checkpoint; exits with 1 and names the first bad entry where one is.",
            discussion: "Checkpoints that were kept elsewhere show what those beside the database cannot: that both were cut short."
        )

        @OptionGroup var options: NodeOptions
        @Option(help: "A file with a checkpoint that was kept elsewhere; may be given more than once.") var checkpoint: [String] = []
        @Flag(help: "Answer with one JSON object.") var json = false

        struct Answer: Encodable {
            var intact: Bool
            var verdict: AuditVerdict
        }

        func run() async throws {
            let configuration = try await options.load(fallback: ["logLevel": "error"])
            let notes = try checkpoint.map { path in
                guard let note = try? String(contentsOfFile: path, encoding: .utf8) else {
                    throw Refusal("The checkpoint \(path) cannot be read.")
                }
                return note
            }
            let verdict = try await Refusal.explaining {
                let node = try await Node.openExisting(configuration)
                do {
                    let verdict = try await node.auditLedger.verify(others: notes)
                    await node.close()
                    return verdict
                } catch {
                    await node.close()
                    throw error
                }
            }
            if json {
                try Terminal.say(json: Answer(intact: verdict.isIntact, verdict: verdict))
            } else {
                Terminal.say(Self.sentence(verdict))
            }
            if !verdict.isIntact { throw ExitCode(1) }
        }

        private static func sentence(_ verdict: AuditVerdict) -> String {
            if let finding = verdict.finding {
                return "Not intact, first bad entry \(finding.sequence) (\(finding.kind)): \(finding.message)."
            }
            let rest = verdict.entries - verdict.vouched
            return "Intact: \(verdict.entries) entries, \(verdict.checkpoints) checkpoints. "
                + (rest == 0 ? "A checkpoint vouches for all of them." : "No checkpoint vouches for the last \(rest) yet.")
        }
    }

    struct Checkpoint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign how far the ledger goes, and print the signed note; keep it in another place."
        )

        @OptionGroup var options: NodeOptions

        func run() async throws {
            let configuration = try await options.load(fallback: ["logLevel": "error"])
            let checkpoint = try await Refusal.explaining {
                let node = try await Node.openExisting(configuration)
                do {
                    let checkpoint = try await node.auditLedger.checkpoint()
                    await node.close()
                    return checkpoint
                } catch {
                    await node.close()
                    throw error
                }
            }
            Terminal.say(String(checkpoint.note.dropLast()))
        }
    }
}
