import ServerKit

/// An address as SMTP carries it: `local@domain` (RFC 5321, section 4.1.2, without quoted strings).
///
/// The domain is kept in its ASCII form (RFC 5891). A local part outside ASCII needs a server that speaks SMTPUTF8 (RFC 6531).
public struct MailAddress: Hashable, Sendable {
    /// The address without angle brackets.
    public let text: String
    /// The part behind the `@`, in ASCII.
    public let domain: String

    /// Takes an address.
    ///
    /// - Throws: ``MailError`` of code `invalidMail` where it is not one.
    public init(_ text: String) throws {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), Self.isLocalPart(parts[0]),
            let domain = Self.asciiDomain(parts[1])
        else {
            throw MailError(.invalidMail, "the address must be name@host, without spaces, quotes or brackets")
        }
        self.text = "\(parts[0])@\(domain)"
        self.domain = domain
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        let hasNoEmptyPart = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
        return hasNoEmptyPart
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII ? isAlphanumeric(scalar) || ".!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar) : isVisible(scalar)
            }
    }

    private static func asciiDomain(_ text: Substring) -> String? {
        var labels: [String] = []
        for label in text.split(separator: ".", omittingEmptySubsequences: false) {
            let isSound = label.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII ? isAlphanumeric(scalar) || scalar == "-" : isVisible(scalar)
            }
            let isASCII = label.utf8.allSatisfy { $0 < 128 }
            guard isSound, !label.isEmpty, let ascii = isASCII ? String(label) : Punycode.encode(label).map({ "xn--\($0)" }),
                ascii.utf8.count <= 63
            else { return nil }
            labels.append(ascii)
        }
        let domain = labels.joined(separator: ".")
        return domain.utf8.count <= 253 ? domain : nil
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
