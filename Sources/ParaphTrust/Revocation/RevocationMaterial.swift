/// Certificates and answers about their revocation, as they travel with signatures and lie in a PDF's DSS.
public struct RevocationMaterial: Hashable, Sendable {
    /// Certificates, in DER.
    public var certificates: [[UInt8]]
    /// Revocation lists (RFC 5280 §5), in DER.
    public var crls: [[UInt8]]
    /// OCSP responses (RFC 6960 §4.2.1, with their status), in DER.
    public var ocspResponses: [[UInt8]]

    /// Gathers material.
    public init(certificates: [[UInt8]] = [], crls: [[UInt8]] = [], ocspResponses: [[UInt8]] = []) {
        self.certificates = certificates
        self.crls = crls
        self.ocspResponses = ocspResponses
    }

    /// Adds what is not there yet.
    public mutating func add(_ other: RevocationMaterial) {
        certificates.addMissing(other.certificates)
        crls.addMissing(other.crls)
        ocspResponses.addMissing(other.ocspResponses)
    }

    /// Adds what a signer put into Adobe's attribute of archived answers (ISO 32000-2 §12.8.3.3.2); what cannot be read is left out.
    mutating func addArchived(_ signer: Signer) {
        let what = "the archived revocation answers"
        for value in (signer.signed?.all(.revocationInfoArchival) ?? []) + (signer.unsigned?.all(.revocationInfoArchival) ?? []) {
            for part in (try? value.elements(what, limit: 16)) ?? [] {
                guard let answers = try? Element(part.content, what).elements(what).map({ Array($0.bytes) }) else { continue }
                if part.tag == Tag.constructed(0) { crls.addMissing(answers) }
                if part.tag == Tag.constructed(1) { ocspResponses.addMissing(answers) }
            }
        }
    }
}

extension [[UInt8]] {
    fileprivate mutating func addMissing(_ others: [[UInt8]]) {
        guard !others.isEmpty else { return }
        var known = Set(self)
        for other in others where known.insert(other).inserted { append(other) }
    }
}
