import Foundation
import ServerKit

/// An e-mail address in the one form in which addresses are kept, compared and mailed to (``Swift/String/asComparedName``).
///
/// One form for all three: whatever look-alike of an address is typed, the mail goes to the address that is compared. A domain is kept in
/// letters: `xn--strae-oqa.example` is `straße.example` (RFC 5891), and neither is `strasse.example` (UTS #46, non-transitional).
struct EmailAddress: Hashable, Sendable {
    /// The address, at most 254 bytes (RFC 5321, section 4.5.3.1.3).
    let text: String

    /// Reads an address as people type it; `nil` where mail could not be sent to it.
    ///
    /// Takes the dot-atom form of RFC 5322, section 3.4.1, with international characters (RFC 6531); neither quoted names nor address
    /// literals, which are not in use.
    init?(_ typed: String) {
        let name = typed.asComparedName
        guard name.utf8.count <= 254 else { return nil }
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), let domain = Self.inLetters(parts[1]), Self.isDomain(domain[...]) else {
            return nil
        }
        text = "\(parts[0])@\(domain)"
        guard text.utf8.count <= 254 else { return nil }
    }

    /// A domain with each label in letters; `nil` where one only seems to be encoded.
    private static func inLetters(_ domain: Substring) -> String? {
        var labels: [String] = []
        for label in domain.replacing("\u{3002}", with: ".").split(separator: ".", omittingEmptySubsequences: false) {
            guard label.hasPrefix("xn--") else {
                labels.append(String(label))
                continue
            }
            // What says no letters beyond ASCII, or letters that are compared as others, is no domain.
            guard let letters = Punycode.decode(label.dropFirst(4)), letters.asComparedName == letters,
                !letters.utf8.allSatisfy({ $0 < 0x80 })
            else { return nil }
            labels.append(letters)
        }
        return labels.joined(separator: ".")
    }

    /// The address of the mailbox, without a `+tag`: most servers deliver what has one to the address before it.
    ///
    /// Letters are counted by it, no more: where a server takes the plus for a letter like any other, two people share a count.
    var mailbox: EmailAddress {
        guard let at = text.lastIndex(of: "@"), let plus = text[..<at].firstIndex(of: "+"), plus != text.startIndex else { return self }
        return EmailAddress(stored: String(text[..<plus] + text[at...]))
    }

    /// Takes an address that was normalised before it was stored.
    init(stored: String) {
        text = stored
    }

    private static func isLocalPart(_ part: Substring) -> Bool {
        guard (1...64).contains(part.utf8.count), !part.hasPrefix("."), !part.hasSuffix("."), !part.contains("..") else { return false }
        return part.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII ? scalar.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~.".unicodeScalars.contains(scalar) : scalar.isVisible
        }
    }

    private static func isDomain(_ part: Substring) -> Bool {
        let labels = part.split(separator: ".", omittingEmptySubsequences: false)
        guard part.utf8.count <= 253, labels.count >= 2 || part == "localhost" else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.unicodeScalars.allSatisfy { $0.isASCII ? $0.isLetterOrDigit || $0 == "-" : $0.isVisible }
        }
    }
}

extension String {
    /// The form in which addresses and user names are compared: Unicode NFKC, lower case, `i` without a second dot.
    ///
    /// So `ＡＤＭＩＮ`, `ﬁ`, `ſ`, `K` (the Kelvin sign) and `İ` are what they look like. As domain names are mapped (UTS #46), `ß` and `ς` stay
    /// letters of their own, which full case folding makes `ss` and `σ`: they stand in mailboxes and domains that are not those without them.
    var asComparedName: String {
        precomposedStringWithCompatibilityMapping.lowercased().replacing("i\u{307}", with: "i").precomposedStringWithCompatibilityMapping
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
}
