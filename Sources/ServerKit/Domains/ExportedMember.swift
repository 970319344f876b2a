/// A member of a person's export (GDPR, articles 15 and 20): its name and its value as JSON.
public struct ExportedMember: Sendable {
    /// The member's name; no two domains have the same.
    public let name: String
    /// The value.
    public let json: [UInt8]

    /// Writes a value down.
    ///
    /// - Throws: `EncodingError` for a number that JSON has not.
    public init(_ name: String, _ value: some Encodable) throws {
        self.name = name
        json = try JSONBody.encode(value)
    }
}
