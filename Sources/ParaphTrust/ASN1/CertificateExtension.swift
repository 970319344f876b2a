/// Extensions of certificates, lists and answers (RFC 5280 §4.1).
enum CertificateExtension {
    /// Takes an extension apart.
    static func parts(_ element: Element, _ what: String) throws(TrustError) -> (type: OID, critical: Bool, value: ArraySlice<UInt8>) {
        var reader = try element.reader(what)
        let type = try OID(try reader.next(Tag.oid))
        let critical = try reader.optional(Tag.boolean).map { $0.content.first != 0 } ?? false
        let value = try reader.next(Tag.octetString).content
        try reader.finish()
        return (type, critical, value)
    }
}

extension OID {
    static let listNumber: OID = [2, 5, 29, 20]
    static let reasonCode: OID = [2, 5, 29, 21]
    static let deltaIndicator: OID = [2, 5, 29, 27]
    static let issuingDistributionPoint: OID = [2, 5, 29, 28]
    static let authorityKeyIdentifier: OID = [2, 5, 29, 35]
    static let freshestList: OID = [2, 5, 29, 46]
    static let expiredCertificatesOnList: OID = [2, 5, 29, 60]
    static let authorityInformation: OID = [1, 3, 6, 1, 5, 5, 7, 1, 1]
    static let archiveCutoff: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1, 6]
}
