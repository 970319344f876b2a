import SwiftASN1
public import X509

extension Certificate {
    /// The identifier of its key, as the certificate itself says it (RFC 5280 §4.2.1.2).
    var keyIdentifier: ArraySlice<UInt8>? { (try? extensions.subjectKeyIdentifier)?.keyIdentifier }

    /// Whom it names, as people read it: the common name, or else the whole name.
    public var subjectName: String {
        let wanted = ASN1ObjectIdentifier.NameAttributes.commonName
        for part in subject.reversed() {
            for attribute in part where attribute.type == wanted { return "\(attribute.value)" }
        }
        return "\(subject)"
    }
}
