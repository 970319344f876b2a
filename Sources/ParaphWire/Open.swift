/// A word of an answer whose list may grow within `/v1`: one that this version knows, or one of a later server.
///
/// Read ``known`` in a `switch`: its `nil` is a word that came later, for which a client does what it does for the mildest it knows. What
/// came is written again as it came. Words in requests are plain enums: a server refuses those that it does not know.
public struct Open<Known: RawRepresentable & Hashable & Sendable>: RawRepresentable, Codable, Hashable, Sendable
where Known.RawValue == String {
    /// The word as it is on the wire.
    public let rawValue: String

    /// The word, where this version knows it.
    public var known: Known? { Known(rawValue: rawValue) }

    /// Any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A word that this version knows.
    public init(_ known: Known) {
        rawValue = known.rawValue
    }

    public static func == (word: Self, known: Known) -> Bool { word.rawValue == known.rawValue }

    public static func != (word: Self, known: Known) -> Bool { word.rawValue != known.rawValue }
}

public func == <Known>(word: Open<Known>?, known: Known) -> Bool { word?.rawValue == known.rawValue }

public func != <Known>(word: Open<Known>?, known: Known) -> Bool { word?.rawValue != known.rawValue }

extension Sequence {
    /// Whether a word that this version knows is among them.
    public func contains<Known>(_ known: Known) -> Bool where Element == Open<Known> {
        contains { $0 == known }
    }
}
