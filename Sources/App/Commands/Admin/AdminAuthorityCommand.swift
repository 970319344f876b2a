import ArgumentParser
import Documents
import Foundation
import ParaphTrust
import ParaphWire

/// `paraph admin ca`: the instance's own certification authority, and the organisation's seal that it certifies.
struct AdminAuthorityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Show, export and rotate the instance's own roots and the organisation's seal; issue and revoke certificates.",
        subcommands: [Show.self, Export.self, Rotate.self, List.self, Issue.self, Revoke.self]
    )

    /// What new certificates say.
    struct Naming: ParsableArguments {
        @OptionGroup var admin: AdminOptions

        @Option(help: "The organisation that new certificates name (default: the one that they name; $PARAPH_ORGANISATION).")
        var organisation: String?

        @Option(help: "The public address that new certificates name (default: the one that they name; $PARAPH_PUBLIC_URL).")
        var publicUrl: String?

        /// Works on the authority, and answers.
        func answer<Answer: Encodable & Sendable>(
            _ work: (Authority, Node) async throws -> Answer,
            sentence: (Answer) -> String
        ) async throws {
            try await admin.answer(adding: ["organisation": organisation, "publicUrl": publicUrl]) { node in
                do {
                    return try await work(node.authority, node)
                } catch let error as TrustError {
                    throw Refusal(error.detail)
                } catch let error as AuthorityRefusal {
                    throw Refusal(error.sentence)
                }
            } sentence: {
                sentence($0)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the roots and the seal; nothing is made.")

        @OptionGroup var naming: Naming

        func run() async throws {
            try await naming.answer { authority, _ in
                try await authority.overview()
            } sentence: {
                $0.text
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give the roots' certificates as PEM, for those who check signatures; the first is made where there is none."
        )

        @OptionGroup var naming: Naming
        @Option(help: "The file to write (default: standard output).") var to: String?

        func run() async throws {
            try await naming.answer { authority, _ in
                let pem = try await authority.exportedRoots()
                guard let to else { return ["certificates": pem] }
                do {
                    try Data(pem.utf8).write(to: URL(filePath: to), options: .atomic)
                } catch {
                    throw Refusal("The file \(to) cannot be written: \(error.localizedDescription)")
                }
                return ["certificates": pem, "file": to]
            } sentence: { answer in
                answer["file"].map { "The roots' certificates are in \($0)." } ?? String((answer["certificates"] ?? "").dropLast())
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give the organisation's seal and timestamps new keys and certificates, while servers go on.",
            discussion: """
                The old keys are destroyed; what they signed stays valid. With --root, a new root is made first: give its certificate (`paraph admin \
                ca export`) to those who check signatures, beside the earlier ones, which they still need.
                """
        )

        @OptionGroup var naming: Naming
        @Flag(help: "Make a new root, too.") var root = false

        func run() async throws {
            try await naming.answer { authority, _ in
                try await authority.rotate(root: root)
            } sentence: {
                $0.text
            }
        }
    }
}

extension AuthorityOverview {
    /// Some lines for a person.
    fileprivate var text: String {
        if roots.isEmpty { return "There is no root yet; it is made when it is first needed." }
        let rootLines = roots.map { "root \($0.number)  \($0.subject)  until \($0.notAfter.text)\n  SHA-256 \($0.fingerprint)" }
        let own = [("seal", seal), ("timestamps", timestamps)].compactMap { name, issued in
            issued.map { "\(name)  \($0.subject)  until \($0.notAfter.text), by root \($0.root)\n  SHA-256 \($0.fingerprint)" }
        }
        return (rootLines + own).joined(separator: "\n")
    }
}
