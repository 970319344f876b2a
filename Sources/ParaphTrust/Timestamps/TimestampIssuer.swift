#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A timestamp service: signs that a digest was there at a time (RFC 3161).
public struct TimestampIssuer: Sendable {
    /// The longest request that is read, in bytes.
    public static let requestLimit = TimestampQuery.sizeLimit
    /// The policy that it names: no more is promised than that the clock of this machine said so.
    ///
    /// 2.25 and a random UUID (X.667): a79f79c0-eec0-497d-8160-b140d22fabe5.
    static let policy = OID(octets: [
        0x69, 0x82, 0xcf, 0x9f, 0xbc, 0xf0, 0x9d, 0xec, 0x82, 0xa5, 0xfb, 0x81, 0xb0, 0xac, 0xa8, 0x8d, 0x91, 0xbe, 0xd7, 0x65,
    ])

    private let identity: SigningIdentity

    /// Makes a service.
    ///
    /// - Parameter identity: its key and certificate, which must be one for timestamps alone.
    /// - Throws: `mismatch` where the certificate is another one.
    public init(_ identity: SigningIdentity) throws(TrustError) {
        if let problem = CertificatePurpose.timestamping.problem(identity.certificate) { throw TrustError(.mismatch, problem.detail) }
        self.identity = identity
    }

    /// Answers a request, also one that cannot be read: the answer then says why.
    ///
    /// - Parameters:
    ///   - request: a TimeStampReq, in DER.
    ///   - time: the time, to the second; accuracy is told as one second.
    /// - Returns: a TimeStampResp, in DER.
    public func answer(_ request: [UInt8], at time: Date) async -> [UInt8] {
        do throws(TimestampRefusal) {
            let query = try TimestampQuery(der: request, policy: Self.policy)
            let token: [UInt8]
            do {
                token = try await self.token(for: query, at: time)
            } catch {
                throw .systemFailure
            }
            return DER.sequence(DER.sequence(DER.integer(0)), token)
        } catch {
            return Self.refusal(error)
        }
    }

    private func token(for query: TimestampQuery, at time: Date) async throws -> [UInt8] {
        let content = DER.sequence(
            DER.integer(1),
            Self.policy.der,
            query.imprint,
            DER.unsigned(CertificateIssuer.serialOctets()),
            Moment.general(time),
            DER.sequence(DER.integer(1)),
            query.nonce ?? []
        )
        let algorithm = identity.digestAlgorithm
        let parts = try SignatureParts(
            digest: algorithm.digest(of: content),
            algorithm: algorithm,
            identity,
            type: .timestampInfo,
            content: content,
            holdsCertificates: query.wantsCertificates
        )
        return parts.message(try await identity.key.sign(parts.message))
    }

    private static func refusal(_ refusal: TimestampRefusal) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: refusal.rawValue / 8 + 1)
        bits[refusal.rawValue / 8] = 0x80 >> UInt8(refusal.rawValue % 8)
        let words = DER.sequence(DER.element(Tag.utf8String, Array(refusal.sentence.utf8)))
        // The bits after the last one that is set are left out (X.690 §11.2.2).
        let info = DER.element(Tag.bitString, [UInt8(7 - refusal.rawValue % 8)] + bits)
        return DER.sequence(DER.sequence(DER.integer(2), words, info))
    }
}
