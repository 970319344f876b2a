/// One cross-reference section: what one writing of the file says about objects (ISO 32000-2, 7.5.4 and 7.5.8).
public struct CrossReferenceSection: Sendable {
    /// How a section is written.
    public enum Kind: Sendable {
        /// Lines of text.
        case table
        /// A stream.
        case stream
        /// Lines of text, and a stream for what old readers must not see (7.5.8.4).
        case hybrid
        /// There was none that could be read: objects were found by looking through the file.
        case repaired

        /// The word for it.
        public var name: String {
            switch self {
            case .table: "table"
            case .stream: "stream"
            case .hybrid: "hybrid"
            case .repaired: "repaired"
            }
        }
    }

    /// How it is written.
    public internal(set) var kind: Kind
    /// Where it starts in the file: at `xref`, or at the number of the stream object.
    public let offset: Int
    /// Where it ends: behind the trailer or the stream.
    public internal(set) var end: Int
    /// The trailer dictionary, or that of the stream.
    public let trailer: PDFDictionary
    /// What it says about objects.
    var table: CrossReferenceTable

    /// What it says about one object, if anything.
    public func entry(_ number: Int) -> CrossReferenceEntry? { table[number] }

    /// The numbers that it says something about, in order.
    public var numbers: [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(table.count)
        table.forEach { number, _ in numbers.append(number) }
        return numbers
    }
}
