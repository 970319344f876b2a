import ParaphStorage
import ParaphTrust
import X509

extension Authority {
    /// What judging signatures by this authority takes.
    struct Trust: Sendable {
        var roots: [Certificate]
        /// What each root revoked, as of now, in DER.
        var lists: [[UInt8]]
    }

    /// The roots and what they revoked; empty before anything was needed.
    func trust() async throws -> Trust {
        let roots = try await database.read { [store] tx in try store.rootCertificates(in: tx) }
        var lists: [[UInt8]] = []
        for root in roots { if let list = try await revocationList(ofRoot: root.number) { lists.append(list) } }
        return Trust(roots: roots.map(\.certificate), lists: lists)
    }
}
