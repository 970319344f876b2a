import Foundation
import ParaphEncoding
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import X509

extension Authority {
    /// How long answers count, in seconds.
    enum Fresh {
        static let list: Int64 = 7 * 86_400
        static let answer: Int64 = 86_400
    }

    /// What a responder gives, and whether it may be kept for a while.
    struct Answer: Sendable {
        var der: [UInt8]
        /// Whether it says something about certificates; failures are not kept.
        var isAnswer: Bool
    }

    /// A root's certificate in DER; `nil` where there is no such root.
    func rootCertificate(_ number: Int) async throws -> [UInt8]? {
        try await database.read { [store] tx in
            try store.rootCertificates(in: tx).first { $0.number == number }?.certificate.der()
        }
    }

    /// The list of what a root issued and was revoked, as of now; `nil` where there is no such root.
    func revocationList(ofRoot number: Int) async throws -> [UInt8]? {
        let now = time.now()
        let found = try await database.read { [store] tx -> (AuthorityRoot, [RevokedCertificate])? in
            guard let root = try store.root(number, in: tx) else { return nil }
            return (root, try store.revoked(ofRoot: number, in: tx).map { try $0.revoked })
        }
        guard let (root, revoked) = found else { return nil }
        return try Self.revocationList(of: revoked, by: root, at: now)
    }

    /// Makes the list of what a root issued and was revoked.
    static func revocationList(of revoked: [RevokedCertificate], by root: AuthorityRoot, at now: Timestamp) throws -> [UInt8] {
        // The moment is the number: later lists have higher ones, on whichever node they are made.
        try root.issuer.revocationList(
            of: revoked,
            number: UInt64(max(1, now.milliseconds)),
            made: now.date,
            next: now.adding(seconds: Fresh.list).date
        )
    }

    /// Answers a request for the state of certificates (RFC 6960); what cannot be read is answered too.
    func answer(ocsp der: [UInt8]) async throws -> Answer {
        guard let query = try? OCSPQuery(der: der) else { return Answer(der: OCSPFailure.malformedRequest.der, isAnswer: false) }
        let now = time.now()
        let found = try await database.read { [store] tx -> (AuthorityRoot, [[UInt8]: IssuedStatus])? in
            // One of its roots is asked for; which one, only the hashes in the request tell.
            let numbers = try store.rootCertificates(in: tx).filter { query.asks(about: $0.certificate) }.map(\.number)
            guard let number = numbers.first, let root = try store.root(number, in: tx) else { return nil }
            var states: [[UInt8]: IssuedStatus] = [:]
            for serial in query.serials {
                guard let entry = try store.entry(serial: Hexadecimal.encode(serial), in: tx), entry.root == number else { continue }
                states[serial] = entry.revokedAt.map { .revoked($0.date, entry.reason) } ?? .good
            }
            return (root, states)
        }
        guard let (root, states) = found else { return Answer(der: OCSPFailure.unauthorized.der, isAnswer: false) }
        let answer = try root.issuer.answer(query, made: now.date, next: now.adding(seconds: Fresh.answer).date) { states[$0] ?? .unknown }
        return Answer(der: answer, isAnswer: true)
    }
}

extension AuthorityStore.Entry {
    /// The row as lists have it.
    var revoked: RevokedCertificate {
        get throws {
            guard let octets = Hexadecimal.decode(serial), let revokedAt else {
                throw StorageError(.corrupt, "a revoked certificate's row is damaged; restore a backup")
            }
            return RevokedCertificate(serial: octets, date: revokedAt.date, reason: reason)
        }
    }
}
