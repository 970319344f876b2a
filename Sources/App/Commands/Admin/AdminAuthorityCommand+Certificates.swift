import ArgumentParser
import Documents
import Identity
import ParaphTrust
import ParaphWire

extension AdminAuthorityCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the certificates that were issued, the newest first.")

        @OptionGroup var naming: Naming
        @Option(help: "A person's id, e-mail or username; all certificates where it is left out.") var person: String?

        func run() async throws {
            try await naming.answer { authority, node in
                var id: String?
                if let person { id = try await node.people.person(person).id }
                return ["certificates": try await authority.certificates(of: id)]
            } sentence: { answer in
                let lines = (answer["certificates"] ?? []).map(\.line)
                return lines.isEmpty ? "There are none." : lines.joined(separator: "\n")
            }
        }
    }

    struct Issue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a person a new key and certificate, also after the last one was revoked.",
            discussion: "People get their first one by themselves when it is needed. The old key is destroyed; what it signed stays valid."
        )

        struct Answer: Codable, Sendable {
            var serial: String
            var certificate: String
        }

        @OptionGroup var naming: Naming
        @Option(help: "The person's id, e-mail or username.") var person: String

        func run() async throws {
            try await naming.answer { authority, node in
                let person = try await node.people.person(person)
                let certificate = try await authority.issue(to: person.id, name: person.name)
                return Answer(serial: certificate.serialText, certificate: try certificate.pem())
            } sentence: {
                "The certificate has the serial number \($0.serial).\n\($0.certificate)"
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        /// The reasons that an administrator gives.
        enum Reason: String, CaseIterable, ExpressibleByArgument {
            case unspecified, keyCompromise, affiliationChanged, superseded, cessationOfOperation, privilegeWithdrawn

            var reason: RevocationReason {
                switch self {
                case .unspecified: .unspecified
                case .keyCompromise: .keyCompromise
                case .affiliationChanged: .affiliationChanged
                case .superseded: .superseded
                case .cessationOfOperation: .cessationOfOperation
                case .privilegeWithdrawn: .privilegeWithdrawn
                }
            }
        }

        static let configuration = CommandConfiguration(
            abstract: "Revoke a certificate for good, and destroy its key.",
            discussion: """
                The list of revoked certificates and OCSP tell it at once; who checked before may believe otherwise for a day. A revoked seal is replaced by \
                a new one when it is next needed, a person's by `paraph admin ca issue` only.
                """
        )

        @OptionGroup var naming: Naming
        @Argument(help: "The serial number, in hexadecimal.") var serial: String
        @Option(help: "Why: \(Reason.allCases.map(\.rawValue).joined(separator: ", ")).") var reason = Reason.unspecified

        func run() async throws {
            try await naming.answer { authority, _ in
                try await authority.revoke(serial, reason: reason.reason)
            } sentence: {
                "The certificate \($0.serial) is revoked."
            }
        }
    }
}

extension CertificateRecord {
    /// A line for a person.
    fileprivate var line: String {
        let state =
            if let revokedAt {
                "revoked \(revokedAt.text) (\(reason ?? "no reason"))"
            } else if let replacedAt {
                "replaced \(replacedAt.text)"
            } else {
                "in use until \(notAfter.text)"
            }
        return "\(serial)  \(purpose)\(personId.map { " \($0)" } ?? "")  \(state)"
    }
}

extension AuthorityRefusal {
    /// What is wrong, in a sentence.
    var sentence: String {
        switch self {
        case .revoked: "The person's certificate was revoked; `paraph admin ca issue` gives another."
        case .unknownSerial: "There is no certificate of this serial number; `paraph admin ca list` lists them."
        case .revokedBefore: "The certificate was revoked before."
        }
    }
}
