import ParaphEncoding

/// The hash of a whole file: 40 to 128 hexadecimal digits, an even number of them, kept in lower case.
///
/// SHA-256 has 64; others are taken as they are and compared with themselves only.
struct DocumentHash: Hashable, Sendable {
    let text: String

    /// Reads a hash in either case; `nil` for any other text.
    init?(_ text: String) {
        let digits = text.utf8
        guard (40...128).contains(digits.count), digits.count.isMultiple(of: 2),
            digits.allSatisfy({ Hexadecimal.value(of: $0) != nil })
        else { return nil }
        self.text = text.lowercased()
    }

    /// Takes a SHA-256.
    init(sha256 digest: [UInt8]) {
        text = Hexadecimal.encode(digest)
    }

    /// Takes what a column holds.
    init(stored text: String) {
        self.text = text
    }
}
