import ParaphStorage
import ParaphTrust
import ServerKit
import X509

extension Authority {
    /// What judging signatures by this authority takes.
    struct Trust: Sendable {
        var roots: [Certificate]
        /// What each root revoked, in DER: all of it, though the list may have been made a while ago.
        var lists: [[UInt8]]
    }

    /// The roots and what they revoked; empty before anything was needed.
    func trust() async throws -> Trust {
        let now = time.now()
        let roots = try await database.read { [store] tx in
            try store.rootCertificates(in: tx).map { ($0, try store.revoked(ofRoot: $0.number, in: tx).map { try $0.revoked }) }
        }
        var trust = Trust(roots: roots.map(\.0.certificate), lists: [])
        for (root, revoked) in roots {
            if let list = lists.list(of: revoked, by: root, at: now) {
                trust.lists.append(list)
            } else if let issuer = try await database.read({ [store] in try store.root(root.number, in: $0) }) {
                let list = try Self.revocationList(of: revoked, by: issuer, at: now)
                lists.keep(list, of: revoked, by: root, at: now)
                trust.lists.append(list)
            }
        }
        return trust
    }
}
