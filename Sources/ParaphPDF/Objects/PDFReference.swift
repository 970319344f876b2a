/// A reference to an indirect object (ISO 32000-2, 7.3.10).
public struct PDFReference: Hashable, Sendable {
    /// The object number, from 1.
    public var number: Int
    /// The generation, 0 to 65,535.
    public var generation: Int

    /// Makes a reference.
    public init(_ number: Int, generation: Int = 0) {
        self.number = number
        self.generation = generation
    }
}
