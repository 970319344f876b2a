/// The site that passkeys are made for.
public struct RelyingParty: Hashable, Sendable {
    /// The RP ID: the site's host name.
    public let id: String
    /// The origin of its pages, as browsers write it.
    public let origin: String

    /// Takes the origin of a site: `https://sign.example.org`, or `http://localhost:8080` to try things out.
    ///
    /// `nil` where browsers offer no passkeys: over plain HTTP unless it is this computer, and at bare IP addresses (section 5.1.3,
    /// step 7; Secure Contexts, section 3.1).
    public init?(origin: String) {
        let schemes = [(name: "https://", port: ":443", isSecure: true), (name: "http://", port: ":80", isSecure: false)]
        guard let scheme = schemes.first(where: { origin.hasPrefix($0.name) }) else { return nil }
        // Browsers leave a scheme's own port away.
        let normal = origin.hasSuffix(scheme.port) ? String(origin.dropLast(scheme.port.count)) : origin
        let parts = normal.dropFirst(scheme.name.count).split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, parts.dropFirst().allSatisfy({ UInt16($0) != nil }) else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        guard host.utf8.count <= 253, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(allowed.contains) }),
            let last = labels.last, last.utf8.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        guard scheme.isSecure || last == "localhost" else { return nil }
        id = String(host)
        self.origin = normal
    }
}
