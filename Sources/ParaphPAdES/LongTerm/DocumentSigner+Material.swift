import ParaphTrust
import X509

extension DocumentSigner {
    /// The certificates, CRLs and OCSP answers that judging a signature and its timestamps needs.
    func material(for signature: SignedData) async throws(PAdESError) -> RevocationMaterial {
        guard let transport else { throw PAdESError(.level, "Long-term signatures need a way to ask for revocation data") }
        let services = RememberingTransport(transport)
        do throws(TrustError) {
            var material = try await Self.material(identity.certificate, signature.certificates, services)
            for token in try signature.signers.first?.timestamps() ?? [] {
                guard let stamper = token.signedData.signers.first else { continue }
                material.add(try await Self.material(try stamper.certificate(), token.signedData.certificates, services))
            }
            return material
        } catch {
            throw PAdESError(.level, "What the signature needs to last is not to be had: \(error)", cause: error)
        }
    }

    /// What judging one certificate needs, up to a root.
    private static func material(
        _ certificate: Certificate,
        _ known: [Certificate],
        _ transport: any Transport
    ) async throws(TrustError) -> RevocationMaterial {
        let collector = RevocationCollector()
        let chain = [certificate] + (await collector.issuers(of: certificate, known: known, transport: transport))
        if let last = chain.last, last.issuer != last.subject {
            throw TrustError(.missing, "The certificate of \(last.issuer) is not there; add it to the chain.")
        }
        return try await collector.collect(chain: chain, transport: transport)
    }
}
