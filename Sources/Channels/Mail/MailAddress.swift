/// An address in the form that SMTP carries without extensions: `local@domain` in ASCII (RFC 5321, section 4.1.2, without quoted strings).
public struct MailAddress: Hashable, Sendable {
    /// The address without angle brackets.
    public let text: String

    /// The part behind the `@`.
    public var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }

    /// Takes an address.
    ///
    /// - Throws: ``MailError`` of code `invalidMail` where it is not one; a name outside ASCII must come in its ASCII form.
    public init(_ text: String) throws {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy(Self.isLocal), Self.hasNoEmptyPart(parts[0]),
            parts[1].utf8.allSatisfy(Self.isDomain), Self.hasNoEmptyPart(parts[1])
        else {
            throw MailError(.invalidMail, "the address must be name@host in ASCII, without spaces, quotes or brackets")
        }
        self.text = text
    }

    private static func hasNoEmptyPart(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || ".!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}
