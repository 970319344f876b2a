/// What a signer signed, as the place where the signature was found says it.
public enum SignedContent: Sendable {
    /// Bytes elsewhere, of which this is the digest (subfilters ETSI.CAdES.detached and adbe.pkcs7.detached).
    case detached(ContentDigest)
    /// The SHA-1 of bytes elsewhere, and that digest is the content (subfilter adbe.pkcs7.sha1).
    case enclosedSHA1(ContentDigest)
    /// The content that lies in the message, as in timestamps.
    case enclosed
}
