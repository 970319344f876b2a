import SwiftASN1
public import X509

/// Whom a certificate names.
public struct CertificateName: Hashable, Sendable {
    /// How many characters a part of a name may have (RFC 5280 appendix A.1, ub-common-name and ub-organization-name).
    private static let lengthLimit = 64

    /// What people know it by.
    public var commonName: String
    /// The organisation that it belongs to.
    public var organisation: String?
    /// What tells people of one name apart: letters, digits, spaces and some marks (PrintableString), such as an identifier.
    public var serialNumber: String?

    /// Names someone or something.
    public init(commonName: String, organisation: String? = nil, serialNumber: String? = nil) {
        self.commonName = commonName
        self.organisation = organisation
        self.serialNumber = serialNumber
    }

    /// The name as certificates hold it; parts that are too long are cut, and control characters become spaces.
    ///
    /// - Throws: `malformed` where the serial number has other characters than a PrintableString, or nothing is left of the name.
    public func distinguished() throws(TrustError) -> DistinguishedName {
        var parts: [RelativeDistinguishedName] = []
        if let organisation = Self.fitted(organisation ?? "") {
            parts.append(RelativeDistinguishedName(.init(type: .RDNAttributeType.organizationName, utf8String: organisation)))
        }
        guard let commonName = Self.fitted(commonName) else {
            throw TrustError(.malformed, "A certificate cannot be made for an empty name.")
        }
        parts.append(RelativeDistinguishedName(.init(type: .RDNAttributeType.commonName, utf8String: commonName)))
        if let serialNumber {
            do {
                let attribute = try RelativeDistinguishedName.Attribute(type: [2, 5, 4, 5], printableString: serialNumber)
                parts.append(RelativeDistinguishedName(attribute))
            } catch {
                throw TrustError(.malformed, "The serial number of a name has characters that it may not have.", cause: error)
            }
        }
        return DistinguishedName(parts)
    }

    private static func fitted(_ text: String) -> String? {
        let visible = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let words = String(String.UnicodeScalarView(visible)).split(separator: " ").joined(separator: " ")
        var fitted = Substring(words)
        while fitted.unicodeScalars.count > lengthLimit { fitted = fitted.dropLast() }
        return fitted.isEmpty ? nil : String(fitted)
    }
}

extension Certificate {
    /// The organisation that its subject belongs to, where it names one.
    public var organisation: String? {
        for part in subject {
            for attribute in part where attribute.type == .RDNAttributeType.organizationName { return String(attribute.value) }
        }
        return nil
    }
}
