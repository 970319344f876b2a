/// The hash of a whole file: 40 to 128 hexadecimal digits, an even number of them, kept in lower case.
///
/// SHA-256 has 64; others are taken as they are and compared with themselves only.
struct DocumentHash: Hashable, Sendable {
    let text: String

    /// Reads a hash in either case; `nil` for any other text.
    init?(_ text: String) {
        let digits = text.utf8
        guard (40...128).contains(digits.count), digits.count.isMultiple(of: 2),
            digits.allSatisfy({ (48...57).contains($0) || (65...70).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = text.lowercased()
    }

    /// Takes a SHA-256.
    init(sha256 digest: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        text = String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Takes what a column holds.
    init(stored text: String) {
        self.text = text
    }
}
