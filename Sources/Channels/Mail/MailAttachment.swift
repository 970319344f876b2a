import ParaphWire

/// A file that goes with a mail; the outbox keeps where it is, not its bytes.
public struct MailAttachment: Codable, Hashable, Sendable {
    /// The file's name.
    public var name: String
    /// Its kind, such as `application/pdf` (RFC 2046).
    public var mediaType: String
    /// The name of the source that finds it when the mail leaves (``ServerKit/AttachmentSource``).
    public var source: String
    /// What the source finds it by.
    public var reference: String

    /// Names a file.
    public init(name: String, mediaType: String, source: String, reference: String) {
        self.name = name
        self.mediaType = mediaType
        self.source = source
        self.reference = reference
    }

    /// The longest name that is taken, in bytes of UTF-8.
    public static let nameLimit = 255

    /// Checks that nothing in it can add a header field.
    func validate() throws {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit, !name.unicodeScalars.contains(where: \.isControl) else {
            throw MailError(.invalidMail, "an attachment's name must be 1 to \(Self.nameLimit) bytes without control characters")
        }
        let isType = mediaType.split(separator: "/", omittingEmptySubsequences: false).map { part in
            !part.isEmpty && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 || $0 == 43 }
        }
        guard isType == [true, true], mediaType.utf8.count <= 100 else {
            throw MailError(.invalidMail, "an attachment's media type must be type/subtype in lower case")
        }
    }

    /// Its fields in the header of a part (RFC 2183).
    ///
    /// The name stands as it is where it is plain and short, else by RFC 2231, section 4.1; not both, for programs take the first.
    var header: [String] {
        var lines = ["Content-Type: \(mediaType)", "Content-Transfer-Encoding: base64", "Content-Disposition: attachment"]
        for parameter in isPlain ? [" filename=\"\(name)\""] : wholeName {
            lines[lines.count - 1] += ";"
            lines.append(parameter)
        }
        return lines
    }

    private var isPlain: Bool { name.utf8.count <= 60 && name.utf8.allSatisfy { (32...126).contains($0) && $0 != 34 && $0 != 92 } }

    /// The whole name in UTF-8, percent-encoded, over as many lines as it needs.
    private var wholeName: [String] {
        var digits = PercentEncoding.units(of: name, keeping: "-.")[...]
        var lines: [String] = []
        while !digits.isEmpty {
            var text = lines.isEmpty ? "UTF-8''" : ""
            while let next = digits.first, text.utf8.count + next.utf8.count <= 57 {
                text += next
                digits = digits.dropFirst()
            }
            lines.append(" filename*\(lines.count)*=\(text)")
        }
        return lines
    }
}
