import ParaphTrust

/// The instance's own timestamp service, asked without a network.
struct AuthorityTimestamps: TimestampAuthority {
    let authority: Authority

    func timestamp(digest: [UInt8], algorithm: DigestAlgorithm) async throws -> TimestampToken {
        let request = try TimestampRequest(digest: digest, algorithm: algorithm)
        return try request.token(try await authority.answer(timestamp: request.der))
    }
}
