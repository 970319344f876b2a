/// A path on this site, so that no one is sent elsewhere by a made-up address.
struct LocalPath: Sendable {
    let text: String

    /// The most bytes; the longest are the questions of programs.
    private static let limit = 5000

    /// Takes a path; `nil` where a browser could read another host into it.
    init?(_ text: String?) {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
