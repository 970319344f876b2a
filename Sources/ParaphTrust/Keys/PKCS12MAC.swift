import Crypto

/// What shows that a PKCS #12 file is whole (RFC 7292 §4, RFC 9579).
struct PKCS12MAC {
    private static let what = "the protection of the PKCS #12 file"
    private let algorithm: AlgorithmIdentifier
    private let expected: ArraySlice<UInt8>
    private let salt: ArraySlice<UInt8>
    private let rounds: Int

    init(_ element: Element) throws(TrustError) {
        var reader = try element.reader(Self.what)
        var info = try reader.next(Tag.sequence).reader(Self.what)
        algorithm = try AlgorithmIdentifier(try info.next(Tag.sequence), Self.what)
        expected = try info.next(Tag.octetString).content
        salt = try reader.next(Tag.octetString).content
        let count = try reader.optional(Tag.integer)
        rounds = if let count { try Number(count, Self.what).value } else { 1 }
        guard salt.count <= 1024 else { throw TrustError(.tooLarge, "The salt of \(Self.what) has more than 1024 bytes.") }
    }

    /// Checks the authenticated content.
    ///
    /// - Throws: `password` where the password is wrong or the content was altered, `unsupported` for an algorithm that it names.
    func check(_ content: ArraySlice<UInt8>, password: String, _ budget: inout DerivationBudget) throws(TrustError) {
        // Programs disagree whether an empty password is no bytes or a terminator.
        let spelled = PKCS12KDF.spelled(password)
        for candidate in password.isEmpty ? [spelled, []] : [spelled] {
            if try isRight(content, spelled: candidate, plain: Array(password.utf8), &budget) { return }
        }
        throw TrustError(.password, "The password does not open the PKCS #12 file, or the file was altered.")
    }

    private func isRight(
        _ content: ArraySlice<UInt8>,
        spelled: [UInt8],
        plain: [UInt8],
        _ budget: inout DerivationBudget
    ) throws(TrustError) -> Bool {
        if algorithm.oid == .pbmac1 {
            guard let parameters = algorithm.parameters else { throw TrustError(.malformed, "\(Self.what) lacks its parameters.") }
            var reader = try parameters.reader(Self.what)
            let derivation = try AlgorithmIdentifier(try reader.next(Tag.sequence), Self.what)
            let scheme = try AlgorithmIdentifier(try reader.next(Tag.sequence), Self.what)
            let digests: [OID: DigestAlgorithm] = [.hmacWithSHA256: .sha256, .hmacWithSHA384: .sha384, .hmacWithSHA512: .sha512]
            guard let digest = digests[scheme.oid] else { throw unsupported(scheme.oid) }
            let key = try PBES2.derive(derivation, password: plain, size: nil, &budget, Self.what)
            return isRight(content, key: key, digest: digest)
        }
        guard let digest = DigestAlgorithm(algorithm.oid) else { throw unsupported(algorithm.oid) }
        try budget.spend(rounds, Self.what)
        let derivation = PKCS12KDF(digest: digest, rounds: rounds, salt: Array(salt))
        let key = SymmetricKey(data: derivation.key(spelled, purpose: 3, size: digest.size))
        return isRight(content, key: key, digest: digest)
    }

    private func isRight(_ content: ArraySlice<UInt8>, key: SymmetricKey, digest: DigestAlgorithm) -> Bool {
        switch digest {
        case .sha1: HMAC<Insecure.SHA1>.isValidAuthenticationCode(expected, authenticating: content, using: key)
        case .sha256: HMAC<SHA256>.isValidAuthenticationCode(expected, authenticating: content, using: key)
        case .sha384: HMAC<SHA384>.isValidAuthenticationCode(expected, authenticating: content, using: key)
        case .sha512: HMAC<SHA512>.isValidAuthenticationCode(expected, authenticating: content, using: key)
        }
    }

    private func unsupported(_ oid: OID) -> TrustError {
        TrustError(.unsupported, "The PKCS #12 file is protected by \(oid.name), which is not read.")
    }
}
