import Testing
import X509

@testable import ParaphTrust

/// A message put together by hand, so that it can break rules that no program breaks.
struct HandmadeMessage {
    static let content = Array("content".utf8)

    let signer: SigningIdentity
    /// The content that is enclosed, if it is.
    var enclosed: [UInt8]?
    var type = OID.data
    var digestAlgorithm = OID.sha256
    /// The attributes as they are signed; nil for none.
    var attributes: [[UInt8]]?
    /// The attributes as they are written, where that is otherwise.
    var written: [[UInt8]]?
    var unsigned: [UInt8] = []

    static func attribute(_ type: OID, _ values: [UInt8]...) -> [UInt8] { DER.sequence(type.der, DER.set(values)) }

    init(_ signer: SigningIdentity? = nil) throws {
        self.signer = try signer ?? TestAuthority().signer(.p256)
        attributes = [Self.type(.data), Self.digest, naming]
    }

    static func type(_ oid: OID) -> [UInt8] { attribute(.contentType, oid.der) }
    static var digest: [UInt8] { digest(of: content) }
    static func digest(of content: [UInt8]) -> [UInt8] {
        attribute(.messageDigest, DER.octets(DigestAlgorithm.sha256.digest(of: content)))
    }
    var naming: [UInt8] { Self.attribute(.signingCertificateV2, SigningCertificate.attribute(signer.fields)) }

    /// What the message turns out to be.
    func judged(sorted: Bool = true) async throws -> SignatureJudgement {
        try #require(try await data(sorted: sorted).signers.first).judge(.detached(contentDigest(Self.content)))
    }

    /// The message; several signers are the same one again.
    func data(sorted: Bool = true, signers: Int = 1) async throws -> SignedData {
        let signedBytes = attributes.map { DER.element(Tag.set, sorted ? DER.sorted($0) : Array($0.joined())) }
        let signature = try await signer.key.sign(signedBytes ?? Self.content)
        let place = (written ?? attributes).map { list in
            DER.element(Tag.constructed(0), written == nil && sorted ? DER.sorted(list) : Array(list.joined()))
        }
        let algorithm = AlgorithmIdentifier.der(digestAlgorithm)
        let name = DER.sequence(Array(signer.fields.issuer), DER.element(Tag.integer, signer.fields.serial))
        let one = DER.sequence(
            DER.integer(1),
            name,
            algorithm,
            place ?? [],
            AlgorithmIdentifier.der(.ecdsaWithSHA256),
            DER.octets(signature),
            unsigned
        )
        let body = DER.sequence(
            DER.integer(1),
            DER.set([algorithm]),
            DER.sequence(type.der, enclosed.map { DER.element(Tag.constructed(0), DER.octets($0)) } ?? []),
            DER.element(Tag.constructed(0), signer.encodedCertificates),
            DER.set([[UInt8]](repeating: one, count: signers))
        )
        return try SignedData(der: DER.sequence(OID.signedData.der, DER.element(Tag.constructed(0), body)))
    }
}
