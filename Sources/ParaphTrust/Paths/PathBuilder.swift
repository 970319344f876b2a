import SwiftASN1
import X509

/// Finds the chains from a certificate to trusted ones.
///
/// A file may hold hundreds of certificates made to lead in circles, so the work is bounded: signatures checked, depth, chains found.
struct PathBuilder {
    private static let depthLimit = 12
    private static let checkLimit = 200
    private static let chainLimit = 8

    private let anchors: [Certificate]
    private let anchorSet: Set<Certificate>
    private let bySubject: [DistinguishedName: [Certificate]]
    private var checks = 0
    /// The chains that end in a trusted certificate, the signer's first.
    private(set) var chains: [[Certificate]] = []
    /// The longest chain that does not.
    private(set) var longest: [Certificate] = []

    init(from leaf: Certificate, anchors: [Certificate], intermediates: [Certificate]) {
        self.anchors = anchors
        anchorSet = Set(anchors)
        bySubject = Dictionary(grouping: Set(intermediates).subtracting(anchors), by: \.subject)
        extend([leaf])
    }

    private mutating func extend(_ chain: [Certificate]) {
        guard let tip = chain.last, chains.count < Self.chainLimit else { return }
        if anchorSet.contains(tip) {
            chains.append(chain)
            return
        }
        if chain.count > longest.count { longest = chain }
        guard chain.count < Self.depthLimit else { return }
        for anchor in anchors where anchor.subject == tip.issuer {
            guard !isAbove(chain, anchor), signed(tip, by: anchor) else { continue }
            chains.append(chain + [anchor])
        }
        // A certificate that signed itself leads nowhere else.
        guard tip.issuer != tip.subject || !signed(tip, by: tip) else { return }
        for parent in (bySubject[tip.issuer] ?? []).sorted(by: { suits($0, tip) && !suits($1, tip) }) {
            guard !isAbove(chain, parent), signed(tip, by: parent) else { continue }
            extend(chain + [parent])
        }
    }

    /// Whether the chain holds the same authority already, in this certificate or another.
    private func isAbove(_ chain: [Certificate], _ next: Certificate) -> Bool {
        chain.contains { $0.subject == next.subject && $0.publicKey == next.publicKey }
    }

    /// Whether the key identifiers say that one is the other's issuer.
    private func suits(_ parent: Certificate, _ child: Certificate) -> Bool {
        guard let wanted = (try? child.extensions.authorityKeyIdentifier)?.keyIdentifier else { return false }
        return parent.keyIdentifier == wanted
    }

    private mutating func signed(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        checks += 1
        return checks <= Self.checkLimit && issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    }
}
