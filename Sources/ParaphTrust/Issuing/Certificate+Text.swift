import ParaphEncoding
public import X509

extension Certificate {
    /// The serial number in lower-case hexadecimal, two digits an octet.
    public var serialText: String { Hexadecimal.encode(serialNumber.bytes) }

    /// The SHA-256 of the certificate in lower-case hexadecimal, by which people compare it.
    ///
    /// - Throws: `malformed` where it was made in memory of what cannot be written.
    public func fingerprint() throws(TrustError) -> String { Hexadecimal.encode(DigestAlgorithm.sha256.digest(of: try der())) }

    /// The certificate as a PEM text (RFC 7468), its last line ended.
    ///
    /// - Throws: `malformed` where it was made in memory of what cannot be written.
    public func pem() throws(TrustError) -> String { PEM.text(try der(), label: "CERTIFICATE") }
}
