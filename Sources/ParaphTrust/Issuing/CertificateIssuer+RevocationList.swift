import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CertificateIssuer {
    /// Makes the list of all certificates that it has revoked, expired ones too (RFC 5280 §5).
    ///
    /// - Parameters:
    ///   - revoked: what was revoked, in any order.
    ///   - number: the list's number, higher than that of any before.
    ///   - made: when it is made.
    ///   - next: when the next one is there at the latest.
    /// - Returns: the list, in DER.
    /// - Throws: `refused` where the key does not sign.
    public func revocationList(
        of revoked: [RevokedCertificate],
        number: UInt64,
        made: Date,
        next: Date
    ) throws(TrustError) -> [UInt8] {
        var extensions = [Self.extension(.listNumber, DER.unsigned(withUnsafeBytes(of: number.bigEndian, Array.init)))]
        if let identifier = certificate.keyIdentifier {
            extensions.append(Self.extension(.authorityKeyIdentifier, DER.sequence(DER.element(Tag.context(0), identifier))))
        }
        extensions.append(Self.extension(.expiredCertificatesOnList, Moment.general(certificate.notValidBefore)))
        var content = DER.integer(1) + (try key.algorithm.identifier()) + Array(fields.subject)
        content += Moment.certificate(made) + Moment.certificate(next)
        let entries = revoked.map { Self.entry($0) }
        // A list of nothing has no entries at all (§5.1.2.6).
        if !entries.isEmpty { content += DER.element(Tag.sequence, Array(entries.joined())) }
        content += DER.element(Tag.constructed(0), DER.element(Tag.sequence, Array(extensions.joined())))
        return try signed(DER.element(Tag.sequence, content))
    }

    private static func entry(_ revoked: RevokedCertificate) -> [UInt8] {
        let plain = DER.unsigned(revoked.serial) + Moment.certificate(revoked.date)
        // Unspecified is said by saying nothing (§5.3.1).
        guard let reason = revoked.reason, reason != .unspecified else { return DER.element(Tag.sequence, plain) }
        let code = Self.extension(.reasonCode, DER.element(Tag.enumerated, [UInt8(reason.rawValue)]))
        return DER.element(Tag.sequence, plain + DER.sequence(code))
    }

    static func `extension`(_ type: OID, _ value: [UInt8]) -> [UInt8] { DER.sequence(type.der, DER.octets(value)) }
}
