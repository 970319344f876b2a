import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

extension IdentityEnvironment {
    /// The key that a client shows to hold (RFC 9449, section 5); `nil` for one that shows none.
    ///
    /// The proof must say what this server told the client a moment ago, which a client without it is told now (section 8).
    /// - Throws: `invalid_dpop_proof`, `use_dpop_nonce`.
    func provenKey(of request: Request) async throws -> String? {
        let proofs = request.headers[values: .dpop]
        guard let text = proofs.first else { return nil }
        guard proofs.count == 1 else { throw OAuthError.invalidProof("Send one proof.") }
        let proof: ProofOfPossession
        do throws(ClientTokenFault) {
            proof = try ProofOfPossession(
                compact: text,
                method: request.method.rawValue,
                url: site.publicURL + request.uri.path,
                at: time.now()
            )
        } catch {
            throw OAuthError.invalidProof(error.words)
        }
        let isFirst: Bool? = try await database.write { [self] tx in
            guard let nonce = proof.nonce, try ProofNonce.isOurs(nonce, at: time.now(), keys: keys, in: tx) else { return nil }
            return try proof.use(in: tx)
        }
        guard let isFirst else { throw OAuthError("use_dpop_nonce", "nonce of the proof must be what the header DPoP-Nonce says.") }
        guard isFirst else { throw OAuthError.invalidProof("The proof was used before.") }
        return proof.thumbprint
    }
}

extension OAuthError {
    static func invalidProof(_ description: String) -> OAuthError { OAuthError("invalid_dpop_proof", description) }
}
