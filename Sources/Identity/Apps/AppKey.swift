import ParaphEncoding
import ParaphStorage

/// What an app authenticates itself with: 128 random bits, written as Sign To Login writes keys, `550e8400-e29b-41d4-a716-446655440000`.
///
/// The database keeps its hash only, so that a key cannot be told again.
struct AppKey: Sendable, CustomStringConvertible {
    /// The 36 characters that the app shows.
    let text: String

    private static let groups = [8, 4, 4, 4, 12]

    /// Makes a new key.
    static func random() -> AppKey {
        var digits = Identifier.random()[...]
        let parts = groups.map { length in
            defer { digits = digits.dropFirst(length) }
            return String(digits.prefix(length))
        }
        return AppKey(text: parts.joined(separator: "-"))
    }

    private init(text: String) {
        self.text = text
    }

    /// Reads what an app shows, in either case; `nil` where it cannot be a key.
    init?(shown: String) {
        guard shown.utf8.count == 36 else { return nil }
        let text = shown.lowercased()
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == Self.groups, parts.joined().allSatisfy({ Hexadecimal.value(of: $0) != nil }) else { return nil }
        self.text = text
    }

    /// What the database keeps.
    var hash: SecretHash { SecretHash(of: text) }

    var description: String { "AppKey(hidden)" }
}
