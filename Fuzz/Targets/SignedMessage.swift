import ParaphTrust

/// What is read as signed data, as a timestamp, or as an authority's answer reads the same again; and nothing that is made up signs a
/// digest that nobody ever signed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let signed = try? SignedData(der: input) {
        check(signed)
        guard let again = try? SignedData(der: signed.der) else { fatalError("what was read is not read again") }
        require(again.der == signed.der, "the same message is given other lengths")
        require(again.signers.count == signed.signers.count && again.certificates == signed.certificates, "it reads otherwise")
    }
    if let token = try? TimestampToken(der: input) {
        _ = token.judge()
        require(!token.imprintMatches([1, 2, 3] as [UInt8]), "a timestamp of what was never stamped")
    }
    let unsigned = [UInt8](repeating: 0xa5, count: 32)
    if let request = try? TimestampRequest(digest: unsigned, algorithm: .sha256) {
        require((try? request.token(input)) == nil, "an answer to a request that nobody saw")
    }
    if count > 300 {
        let parts = (Array(input.prefix(150)), Array(input.dropFirst(150)))
        let bare = SignatureJudgement.bare(parts.0, certificate: parts.1, digest: digest(of: .sha1))
        require(bare.integrity != .intact, "a bare signature of what was never signed")
    }
    return 0
}

private func check(_ signed: SignedData) {
    require(signed.signers.count <= 64 && signed.certificates.count <= 512, "limits were not kept")
    for signer in signed.signers {
        let algorithm = signer.digestAlgorithm ?? .sha256
        require(signer.judge(.detached(digest(of: algorithm))).integrity != .intact, "a signature of what was never signed")
        require(signer.judge(.enclosedSHA1(digest(of: .sha1))).integrity != .intact, "a signature of what was never signed")
        _ = signer.judge(.enclosed)
        _ = signer.claimedTime
        for token in (try? signer.timestamps()) ?? [] {
            _ = token.judge()
            if let stamped = try? signed.adding(signatureTimestamp: token) {
                require((try? stamped.signers.first?.timestamps().count) == (try? signer.timestamps().count).map { $0 + 1 }, "it is lost")
            }
        }
    }
}

private func digest(of algorithm: DigestAlgorithm) -> ContentDigest {
    var digester = Digester(algorithm)
    withUnsafeBytes(of: 0x5eed as UInt64) { digester.update($0) }
    return digester.contentDigest()
}
