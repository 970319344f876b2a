#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an authority answers about a certificate.
public enum IssuedStatus: Hashable, Sendable {
    /// It issued it and has not revoked it.
    case good
    /// It has revoked it.
    case revoked(Date, RevocationReason?)
    /// It issued none of this number.
    case unknown
}

extension CertificateIssuer {
    /// Answers about certificates of its own, signed by its own key (RFC 6960 §4.2.1, §4.2.2.2).
    ///
    /// - Parameters:
    ///   - query: the request.
    ///   - made: when the answer is made.
    ///   - next: when a newer one is there at the latest.
    ///   - status: what is known about a serial number; asked for certificates of this authority only, others are unknown.
    /// - Returns: the response, in DER.
    /// - Throws: `refused` where the key does not sign.
    public func answer(
        _ query: OCSPQuery,
        made: Date,
        next: Date,
        status: (_ serial: [UInt8]) -> IssuedStatus
    ) throws(TrustError) -> [UInt8] {
        var answers: [UInt8] = []
        for item in query.items {
            let known = item.identifier.names(issuer: fields) ? status(Array(item.identifier.serial.drop { $0 == 0 })) : .unknown
            answers += DER.sequence(
                item.der,
                Self.status(known),
                Moment.general(made),
                DER.element(Tag.constructed(0), Moment.general(next))
            )
        }
        var content = DER.element(Tag.constructed(2), DER.octets(fields.keyHash)) + Moment.general(made)
        content += DER.element(Tag.sequence, answers)
        if let nonce = query.nonce {
            content += DER.element(Tag.constructed(1), DER.sequence(Self.extension(.ocspNonce, nonce)))
        }
        let basic = try signed(DER.element(Tag.sequence, content))
        let bytes = DER.element(Tag.constructed(0), DER.sequence(OID.ocspBasic.der, DER.octets(basic)))
        return DER.sequence(DER.element(Tag.enumerated, [0]), bytes)
    }

    private static func status(_ status: IssuedStatus) -> [UInt8] {
        switch status {
        case .good: return [Tag.context(0), 0]
        case .unknown: return [Tag.context(2), 0]
        case .revoked(let date, let reason):
            let code = reason.map { DER.element(Tag.constructed(0), DER.element(Tag.enumerated, [UInt8($0.rawValue)])) }
            return DER.element(Tag.constructed(1), Moment.general(date) + (code ?? []))
        }
    }
}

/// Why a responder gives no answer (RFC 6960 §4.2.1).
public enum OCSPFailure: UInt8, Sendable {
    /// The request cannot be read.
    case malformedRequest = 1
    /// The responder failed.
    case internalError = 2
    /// None of the certificates is one of its authority.
    case unauthorized = 6

    /// The response, in DER.
    public var der: [UInt8] { DER.sequence(DER.element(Tag.enumerated, [rawValue])) }
}
