/// Where the parts of signed data lie (RFC 5652 §3, §5.1).
struct SignedDataLayout {
    static let certificateLimit = 512
    static let signerLimit = 64

    /// What stands before the signers, as it is: version, digests, content, certificates, revocation.
    let beforeSigners: ArraySlice<UInt8>
    /// The type of the content.
    let type: OID
    /// The content itself, if it is enclosed.
    let content: ArraySlice<UInt8>?
    /// The certificates of X.509.
    let certificates: [Element]
    /// CRLs and OCSP responses.
    let revocation: RevocationMaterial
    /// The signers.
    let signers: [Element]

    init(_ der: ArraySlice<UInt8>) throws(TrustError) {
        let what = SignedData.what
        var outer = try Element(der, what).reader(what)
        let kind = try OID(try outer.next(Tag.oid))
        guard kind == .signedData else { throw TrustError(.unsupported, "The message is no signed data, its type is \(kind).") }
        let box = try outer.next(Tag.constructed(0))
        try outer.finish()
        let body = try Element(box.content, what)
        guard body.tag == Tag.sequence else { throw TrustError(.malformed, "The signed data are no sequence.") }
        var reader = try body.reader(what)
        _ = try reader.next(Tag.integer)
        _ = try reader.next(Tag.set)
        var content = try reader.next(Tag.sequence).reader(what)
        type = try OID(try content.next(Tag.oid))
        if let enclosed = try content.optional(Tag.constructed(0)) {
            let inner = try Element(enclosed.content, what)
            // PKCS #7 had contents of other types than octet strings; what is digested are their content octets (RFC 5652 §5.2.1).
            self.content = inner.content
        } else {
            self.content = nil
        }
        try content.finish()
        let set = try reader.optional(Tag.constructed(0))
        certificates = try set?.elements("the certificates", limit: Self.certificateLimit).filter { $0.tag == Tag.sequence } ?? []
        var revocation = RevocationMaterial()
        if let lists = try reader.optional(Tag.constructed(1)) {
            for choice in try lists.elements("the revocation lists", limit: Self.certificateLimit) {
                if choice.tag == Tag.sequence {
                    revocation.crls.append(Array(choice.bytes))
                } else if choice.tag == Tag.constructed(1) {
                    var other = try choice.reader("the revocation answers", tag: Tag.constructed(1))
                    guard try OID(try other.next(Tag.oid)) == [1, 3, 6, 1, 5, 5, 7, 16, 2] else { continue }
                    revocation.ocspResponses.append(Array(try other.next().bytes))
                }
            }
        }
        self.revocation = revocation
        beforeSigners = body.content[body.content.startIndex..<reader.rest.startIndex]
        signers = try reader.next(Tag.set).elements("the signers", limit: Self.signerLimit)
        try reader.finish()
    }
}
