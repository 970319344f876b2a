import X509

/// A certificate embedded in a signed message, whether or not X509 can read it.
struct EmbeddedCertificate: Sendable {
    let fields: CertificateFields
    /// The certificate, or why it cannot be read.
    let certificate: Result<Certificate, TrustError>

    init(_ der: ArraySlice<UInt8>) throws(TrustError) {
        fields = try CertificateFields(der)
        do {
            certificate = .success(try Certificate(der: Array(der)))
        } catch {
            certificate = .failure(error)
        }
    }
}
