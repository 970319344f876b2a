extension Signer {
    /// Judges the signature.
    ///
    /// The attributes are taken as they stand. What is unknown is named and makes the judgement indeterminate; SHA-1 and RSA keys below
    /// 2048 bits are named and judged. (RFC 5652 §5.4–5.6, RFC 5035 §5.4.)
    public func judge(_ content: SignedContent) -> SignatureJudgement {
        var judgement = SignatureJudgement(algorithm: algorithmName)
        if context.hasTail { judgement.note(.malformed, "Bytes that are no padding follow the signature; nobody signed them.") }
        let digest = contentDigest(content, &judgement)
        if let signed { judge(signed, digest, &judgement) }
        judgeNamedCertificate(&judgement)
        judgeSignature(digest, &judgement)
        return judgement
    }

    /// The digest of what was signed; nil where it cannot be made.
    private func contentDigest(_ content: SignedContent, _ judgement: inout SignatureJudgement) -> ContentDigest? {
        guard let algorithm = digestAlgorithm else {
            if digestIdentifier.oid == .md5 {
                judgement.doubt(.weakAlgorithm, "MD5 protects against nothing, so that it is not judged.")
            } else {
                judgement.doubt(.unknownAlgorithm, "The digest \(digestIdentifier.oid.name) is unknown here.")
            }
            return nil
        }
        if algorithm == .sha1 { judgement.note(.weakAlgorithm, "SHA-1 does not protect against forgery any more.") }
        switch content {
        case .detached(let digest):
            if context.content != nil {
                judgement.note(.contentForm, "The signature also holds content of its own, which is not what the document says.")
            }
            guard digest.algorithm == algorithm else {
                judgement.doubt(.attributesWrong, "The signature needs the document's \(algorithm.name).")
                return nil
            }
            return digest
        case .enclosedSHA1(let digest):
            guard let enclosed = context.content else {
                judgement.fail(.contentForm, "The signature does not hold the document's digest.")
                return nil
            }
            if digest.algorithm != .sha1 || !enclosed.elementsEqual(digest.bytes) {
                judgement.fail(.contentChanged, "The document is not what was signed.")
            }
            judgement.note(.weakAlgorithm, "The document's digest is a SHA-1, which does not protect against forgery any more.")
            return algorithm.contentDigest(of: enclosed)
        case .enclosed:
            guard let enclosed = context.content else {
                judgement.fail(.contentForm, "The message holds no content.")
                return nil
            }
            return algorithm.contentDigest(of: enclosed)
        }
    }

    private func judge(_ attributes: Attributes, _ digest: ContentDigest?, _ judgement: inout SignatureJudgement) {
        if let type = attributes.single(.contentType), let oid = try? OID(type) {
            if oid != context.type {
                judgement.fail(.attributesWrong, "The content type that was signed, \(oid), is not the message's, \(context.type).")
            }
        } else {
            judgement.fail(.attributesWrong, "The signed attributes do not say once what the content type is.")
        }
        if let value = attributes.single(.messageDigest), value.tag == Tag.octetString {
            if let digest, !value.content.elementsEqual(digest.bytes) {
                judgement.fail(.contentChanged, "The document is not what was signed: its digest is another one.")
            }
        } else {
            judgement.fail(.attributesWrong, "The signed attributes do not hold the content's digest once.")
        }
        for type in [OID.signingCertificate, .signingCertificateV2, .signingTime] where attributes.contains(type) {
            if attributes.single(type) == nil {
                judgement.fail(.attributesWrong, "The signed attributes hold \(type) more than once.")
            }
        }
    }

    private func judgeNamedCertificate(_ judgement: inout SignatureJudgement) {
        guard namesCertificate else {
            judgement.note(.certificateNotNamed, "The signed attributes do not name the signer's certificate.")
            return
        }
        guard let named = try? SigningCertificate.all(of: self), !named.isEmpty else {
            judgement.fail(.attributesWrong, "The attribute that names the signer's certificate cannot be read.")
            return
        }
        guard let fields = try? embedded().fields else { return }
        for attribute in named {
            if DigestAlgorithm(attribute.digestOID) == nil {
                judgement.doubt(.unknownAlgorithm, "The certificate is named by its \(attribute.digestOID.name), which is unknown here.")
            } else if !fields.isNamed(attribute) {
                judgement.fail(.certificateMismatch, "The signed attributes name another certificate than the signer's.")
            }
        }
    }

    private func judgeSignature(_ digest: ContentDigest?, _ judgement: inout SignatureJudgement) {
        let embedded: EmbeddedCertificate
        do {
            embedded = try self.embedded()
        } catch {
            judgement.doubt(.certificateMissing, error.detail)
            return
        }
        switch embedded.certificate {
        case .success(let certificate): judgement.certificate = certificate
        case .failure(let error): judgement.note(.unknownAlgorithm, error.detail)
        }
        guard let method else {
            judgement.doubt(.unknownAlgorithm, "The signature algorithm \(algorithmName) is unknown here, or its parameters are.")
            return
        }
        let algorithm = method.algorithm
        guard let key = VerificationKey(embedded.fields) else {
            let name = embedded.fields.keyAlgorithm.oid.name
            judgement.doubt(.unknownAlgorithm, "The signer's key, which is one of \(name), is of a kind that is unknown here.")
            return
        }
        if let bits = key.rsaBits, bits < 2048 {
            judgement.note(.weakAlgorithm, "The signer's RSA key has only \(bits) bits.")
        }
        if algorithm.digest == .sha1, digestAlgorithm != .sha1 {
            judgement.note(.weakAlgorithm, "SHA-1 does not protect against forgery any more.")
        }
        if let own = algorithm.digest, let digestAlgorithm, own != digestAlgorithm {
            judgement.note(.attributesWrong, "The content is digested by \(digestAlgorithm.name), the attributes by \(own.name).")
        }
        switch verdict(key, method, digest) {
        case .good: break
        case .bad: judgement.fail(.signatureWrong, "The signature is not one by the certificate's key over what is signed.")
        case .unsuitable: judgement.fail(.signatureWrong, "\(algorithm.name) does not go with the certificate's key.")
        case nil: judgement.doubt(.unknownAlgorithm, "\(algorithm.name) cannot be judged without signed attributes.")
        }
    }

    private func verdict(
        _ key: VerificationKey,
        _ method: SignatureMethod,
        _ digest: ContentDigest?
    ) -> VerificationKey.Verdict? {
        if let signed {
            let verdict = key.verdict(signature[...], over: signed.signedBytes[...], by: method)
            if verdict == .bad, let sorted = signed.sortedSignedBytes {
                return key.verdict(signature[...], over: sorted[...], by: method)
            }
            return verdict
        }
        // Without signed attributes the content must be plain data (RFC 5652 §5.3).
        guard context.type == .data, let digest else { return context.type == .data ? nil : .bad }
        if case .given = digest.value { return nil }
        guard method.algorithm != .ed25519 else { return nil }
        return key.verdict(signature[...], over: digest, by: method)
    }
}
