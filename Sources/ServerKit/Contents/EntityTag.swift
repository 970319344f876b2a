/// An entity tag (RFC 9110, section 8.8.3): names one state of a content.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether it stands for contents that only mean the same.
    public let isWeak: Bool

    /// Makes a strong tag; the text holds neither quotes nor anything that is not visible ASCII.
    public init(_ opaque: String) {
        self.opaque = opaque
        isWeak = false
    }

    private init(opaque: String, isWeak: Bool) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as headers have it.
    public var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Whether both name the same bytes (the strong comparison).
    public func isSameBytes(as other: EntityTag) -> Bool { !isWeak && self == other }

    /// Reads a header's list of tags, in which a comma may stand inside a tag; `nil` where it is none.
    package static func list(_ header: String) -> [EntityTag]? {
        var tags: [EntityTag] = []
        var rest = header.utf8[...]
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { return tags.isEmpty ? nil : tags }
            let isWeak = rest.starts(with: Array("W/".utf8))
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            let opaque = rest[..<end]
            guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
            tags.append(EntityTag(opaque: String(decoding: opaque, as: UTF8.self), isWeak: isWeak))
            rest = rest[end...].dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
    }
}
