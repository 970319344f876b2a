#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A responder's signed answers about certificates (RFC 6960 §4.2).
public struct OCSPResponse: Sendable {
    static let what = "the OCSP response"
    static let sizeLimit = 4 << 20

    /// How a responder names itself.
    enum Responder: Sendable {
        case name(ArraySlice<UInt8>)
        case key(ArraySlice<UInt8>)
    }

    /// The response as it was read.
    public let der: [UInt8]
    /// When it was signed.
    public let producedAt: Date
    /// The certificates that travel with it, in DER.
    public let certificates: [[UInt8]]
    /// The number of the request, where the response repeats it.
    public let nonce: [UInt8]?

    let responder: Responder
    let answers: [OCSPAnswer]
    let signed: SignedAnswer
    /// Why it cannot be used; nil where it can.
    let obstacle: String?

    /// Reads a response, with its status or, as some files hold it, without.
    ///
    /// - Throws: `malformed`, `tooLarge`, or `refused` where the responder answered that it does not answer.
    public init(der: [UInt8]) throws(TrustError) {
        let what = Self.what
        guard der.count <= Self.sizeLimit else {
            throw TrustError(.tooLarge, "The OCSP response is larger than \(Self.sizeLimit >> 20) MiB.")
        }
        self.der = der
        var basic = try Element(der[...], what).reader(what)
        if let status = try basic.optional(Tag.enumerated) {
            let code = try Number(status, what).value
            guard code == 0 else { throw TrustError(.refused, "The OCSP responder does not answer: \(Self.statusName(code)).") }
            var bytes = try Element(try basic.next(Tag.constructed(0)).content, what).reader(what)
            let type = try OID(try bytes.next(Tag.oid))
            guard type == .ocspBasic else { throw TrustError(.unsupported, "The OCSP response is of the type \(type).") }
            basic = try Element(try bytes.next(Tag.octetString).content, what).reader(what)
        }
        signed = try SignedAnswer(&basic, what)
        if let box = try basic.optional(Tag.constructed(0)) {
            certificates = try Element(box.content, what).elements(what, limit: 64).map { Array($0.bytes) }
        } else {
            certificates = []
        }
        var reader = try signed.body.reader(what)
        _ = try reader.optional(Tag.constructed(0))
        let name = try reader.next()
        switch name.tag {
        case Tag.constructed(1): responder = .name(try Element(name.content, what).bytes)
        case Tag.constructed(2): responder = .key(try Element(name.content, what).content)
        default: throw TrustError(.malformed, "The OCSP response does not name its responder.")
        }
        producedAt = try Moment.date(try reader.next(Tag.generalizedTime), what)
        var answers: [OCSPAnswer] = []
        for element in try reader.next(Tag.sequence).elements(what, limit: 1024) { answers.append(try OCSPAnswer(element)) }
        self.answers = answers
        var nonce: [UInt8]?
        var obstacle: String?
        if let box = try reader.optional(Tag.constructed(1)) {
            for one in try Element(box.content, what).elements(what, limit: 32) {
                let (type, critical, value) = try CertificateExtension.parts(one, what)
                if type == .ocspNonce {
                    // Some responders leave the inner octet string out.
                    nonce = Array((try? Element(value, what)).flatMap { $0.tag == Tag.octetString ? $0.content : nil } ?? value)
                } else if critical {
                    obstacle = "It has a critical extension, \(type), that is unknown here."
                }
            }
        }
        self.nonce = nonce
        self.obstacle = obstacle
    }

    private static func statusName(_ code: Int) -> String {
        let names = ["successful", "malformed request", "internal error", "try later", "", "signature required", "unauthorized"]
        return names.indices.contains(code) ? names[code] : "status \(code)"
    }
}
