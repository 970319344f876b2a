import SwiftASN1
import X509

/// Where a certificate's revocation lists lie (RFC 5280 §4.2.1.13).
struct DistributionPoints {
    private static let what = "the distribution points"
    /// The names as encoded.
    private(set) var names: [ArraySlice<UInt8>] = []

    /// Reads what a certificate says; points that cannot be read are left out.
    init(_ certificate: Certificate) {
        guard let value = certificate.extensions[oid: [2, 5, 29, 31]]?.value,
            let points = try? Element(value, Self.what).elements(Self.what, limit: 32)
        else { return }
        for point in points {
            guard var reader = try? point.reader(Self.what), let name = try? reader.optional(Tag.constructed(0)) else { continue }
            names += (try? Self.fullName(name, Self.what)) ?? []
        }
    }

    /// The addresses among the names.
    var urls: [String] {
        names.compactMap { name in
            guard let element = try? Element(name, Self.what), element.tag == Tag.context(6) else { return nil }
            return String(decoding: element.content, as: UTF8.self)
        }
    }

    /// The names of a DistributionPointName; none where it is relative to the issuer.
    static func fullName(_ box: Element, _ what: String) throws(TrustError) -> [ArraySlice<UInt8>] {
        let choice = try Element(box.content, what)
        guard choice.tag == Tag.constructed(0) else { return [] }
        return try choice.elements(what, limit: 32).map(\.bytes)
    }
}
