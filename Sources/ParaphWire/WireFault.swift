/// What a part of a body must be, in words for the caller; the one text of a decoding error that an answer repeats.
///
/// What decoders say of themselves names types of Swift, and sometimes the value.
public struct WireFault: Error, Hashable, Sendable {
    /// What is wrong, as it follows the part's name.
    public let text: String

    /// Makes one.
    public init(_ text: String) {
        self.text = text
    }
}

extension DecodingError {
    /// A value that is none of its type.
    static func wire(_ text: String, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: text, underlyingError: WireFault(text)))
    }
}

extension RawRepresentable where Self: Decodable & CaseIterable, RawValue == String {
    /// Reads a word of a list.
    ///
    /// - Throws: a `DecodingError` that names the words that there are (``WireFault``).
    public init(from decoder: any Decoder) throws {
        guard let value = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.wire("must be one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))", at: decoder.codingPath)
        }
        self = value
    }
}
