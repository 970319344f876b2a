/// Where this instance is reached, as people and programs outside see it.
public struct Site: Hashable, Sendable {
    /// The public address without a trailing slash: `https://sign.example.org`.
    public let publicURL: String

    /// Takes a public address; `nil` unless it is `http://HOST[:PORT]` or `https://HOST[:PORT]` without a path.
    public init?(publicURL: String) {
        let trimmed = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
        guard let scheme = ["http://", "https://"].first(where: trimmed.hasPrefix) else { return nil }
        let host = trimmed.dropFirst(scheme.count)
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]"
        guard !host.isEmpty, host.allSatisfy(allowed.contains) else { return nil }
        self.publicURL = trimmed
    }

    /// Whether people reach it over TLS, so that cookies may be marked Secure.
    public var isSecure: Bool { publicURL.hasPrefix("https://") }

    /// The origin that browsers send for our own pages (RFC 6454).
    public var origin: String { publicURL }
}
