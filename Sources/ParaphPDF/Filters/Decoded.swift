/// What a filter gave.
public struct Decoded: Sendable {
    /// The decoded bytes, or those before the damage.
    public var bytes: PDFBytes
    /// Whether the data were sound to the end; readers use what comes before the damage, as others do.
    public var isComplete: Bool
}
