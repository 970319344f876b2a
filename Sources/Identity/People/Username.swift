import Foundation

/// A unique name to sign in with: 3 … 32 of `A`–`Z`, `a`–`z`, `0`–`9`, `.`, `_`, `-` after NFKC; unique without regard to case.
///
/// Letters of other alphabets are left out because names of the same look could not be told apart.
struct Username: Hashable, Sendable {
    /// The name as its person writes it.
    let text: String
    /// The name as it is compared.
    var key: String { text.lowercased() }

    /// Reads a name; `nil` where it has other characters or another length.
    init?(_ typed: String) {
        let text = typed.precomposedStringWithCompatibilityMapping
        let allowed: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard (3...32).contains(text.utf8.count), text.utf8.allSatisfy(allowed) else { return nil }
        self.text = text
    }
}
