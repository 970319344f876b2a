/// Who gives timestamps.
public protocol TimestampAuthority: Sendable {
    /// Gets a timestamp of a digest.
    ///
    /// - Returns: a token for this digest, whose signature is whole; whether its signer is trusted is for the caller to judge.
    func timestamp(digest: [UInt8], algorithm: DigestAlgorithm) async throws -> TimestampToken
}
