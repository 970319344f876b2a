/// An authority that is asked over HTTP (RFC 3161 §3.4).
public struct HTTPTimestampAuthority: TimestampAuthority {
    private static let answerLimit = 1 << 20
    private let url: String
    private let transport: any Transport

    /// Names an authority.
    public init(url: String, transport: any Transport) {
        self.url = url
        self.transport = transport
    }

    /// Gets a timestamp of a digest.
    ///
    /// - Throws: `refused` where the authority does not answer or does not give one; it is quoted. `mismatch` where what it gives is a
    ///   timestamp of something else.
    public func timestamp(digest: [UInt8], algorithm: DigestAlgorithm) async throws -> TimestampToken {
        let request = try TimestampRequest(digest: digest, algorithm: algorithm)
        let answer: [UInt8]
        do {
            answer = try await transport.post(url, type: "application/timestamp-query", body: request.der, limit: Self.answerLimit)
        } catch {
            throw TrustError(.refused, "The timestamp authority at \(url) does not answer.", cause: error)
        }
        return try request.token(answer)
    }
}
