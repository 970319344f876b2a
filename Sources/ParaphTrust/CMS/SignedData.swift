public import X509

/// Signed content (RFC 5652 §5): who signed, and what travels with the signature.
///
/// Reading takes what is found in files: DER, BER with open lengths (which is given definite ones), several signers, certificates and
/// algorithms that nothing here knows. Reading judges nothing; ``Signer/judge(_:)`` does.
public struct SignedData: Sendable {
    static let what = "the signed data"
    static let sizeLimit = 64 << 20

    /// The bytes, with definite lengths.
    public let der: [UInt8]
    /// The content that lies in it, nil where the signature is detached from what it signs.
    public let enclosedContent: [UInt8]?
    /// The certificates that travel with it and can be read.
    public let certificates: [Certificate]
    /// What each certificate that cannot be read is, and why.
    public let unreadableCertificates: [String]
    /// Who signed; usually one.
    public let signers: [Signer]
    /// CRLs and OCSP responses that travel with it: beside the certificates, and in Adobe's signed attribute.
    public let revocation: RevocationMaterial
    /// The type of the content, with dots.
    public var contentType: String { "\(type)" }

    let type: OID

    /// Reads the signed data at the beginning of some bytes.
    ///
    /// Zeros may follow, as they do in a PDF; that anything else follows is said by every signer's judgement.
    ///
    /// - Throws: `malformed`, `missing`, `tooLarge`, or `unsupported` where it is another kind of CMS.
    public init(der bytes: [UInt8]) throws(TrustError) {
        let what = Self.what
        guard bytes.count <= Self.sizeLimit else {
            throw TrustError(.tooLarge, "The signed data are larger than \(Self.sizeLimit >> 20) MiB.")
        }
        let (definite, rest) = try Normaliser.definite(bytes[...], what)
        der = Array(definite)
        let layout = try SignedDataLayout(der[...])
        type = layout.type
        enclosedContent = layout.content.map(Array.init)

        var embedded: [EmbeddedCertificate] = []
        var certificates: [Certificate] = []
        var unreadable: [String] = []
        for element in layout.certificates {
            guard let found = try? EmbeddedCertificate(element.bytes) else {
                unreadable.append("A certificate cannot be read.")
                continue
            }
            embedded.append(found)
            switch found.certificate {
            case .success(let certificate): certificates.append(certificate)
            case .failure(let error): unreadable.append(error.detail)
            }
        }
        self.certificates = certificates
        unreadableCertificates = unreadable
        let context = Signer.Context(
            type: layout.type,
            content: layout.content,
            hasTail: !rest.allSatisfy { $0 == 0 },
            certificates: embedded
        )
        var signers: [Signer] = []
        for element in layout.signers { signers.append(try Signer(element, context)) }
        self.signers = signers
        var material = layout.revocation
        material.certificates = layout.certificates.map { Array($0.bytes) }
        for signer in signers { material.addArchived(signer) }
        revocation = material
    }
}
