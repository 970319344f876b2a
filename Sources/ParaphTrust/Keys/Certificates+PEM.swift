import SwiftASN1
public import X509

extension [Certificate] {
    /// Reads the certificates of a PEM text, in their order; other documents in it are passed over.
    ///
    /// - Throws: `malformed` where the text, or a certificate in it, cannot be read.
    public init(pem: String) throws(TrustError) {
        self = []
        for document in try PEM.documents(pem, "the certificate")
        where ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].contains(document.label) {
            append(try Certificate(der: document.der))
        }
    }

    /// The issuers one after another from a certificate on, and then whatever else there is.
    func inOrder(from leaf: Certificate) -> [Certificate] {
        var left = filter { $0 != leaf }
        var ordered: [Certificate] = []
        var tip = leaf
        while let index = left.firstIndex(where: { $0.subject == tip.issuer }) {
            tip = left.remove(at: index)
            ordered.append(tip)
        }
        return ordered + left
    }
}

extension Certificate {
    /// Reads a certificate from DER.
    ///
    /// - Throws: `malformed`, or `unsupported` where its key or its signature is of a kind that is unknown here, which the error names.
    public init(der: [UInt8]) throws(TrustError) {
        do {
            try self.init(derEncoded: der)
        } catch {
            guard let fields = try? CertificateFields(der[...]) else {
                throw TrustError(.malformed, "A certificate cannot be read.", cause: error)
            }
            if let bits = VerificationKey(fields)?.rsaBits, bits < 2048 {
                throw TrustError(.unsupported, "A certificate with an RSA key of \(bits) bits is too weak to be used.", cause: error)
            }
            throw TrustError(
                .unsupported,
                "A certificate with a key of \(fields.keyAlgorithm.oid.name), signed by \(fields.signatureAlgorithm.oid.name), cannot be read.",
                cause: error
            )
        }
    }
}
