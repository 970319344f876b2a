public import X509

extension Certificate {
    /// The serial number in lower-case hexadecimal, two digits an octet.
    public var serialText: String { Self.hexadecimal(serialNumber.bytes) }

    /// The SHA-256 of the certificate in lower-case hexadecimal, by which people compare it.
    ///
    /// - Throws: `malformed` where it was made in memory of what cannot be written.
    public func fingerprint() throws(TrustError) -> String { Self.hexadecimal(DigestAlgorithm.sha256.digest(of: try der())[...]) }

    /// The certificate as a PEM text (RFC 7468), its last line ended.
    ///
    /// - Throws: `malformed` where it was made in memory of what cannot be written.
    public func pem() throws(TrustError) -> String { PEM.text(try der(), label: "CERTIFICATE") }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
