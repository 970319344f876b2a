/// How much of a file is read before it is refused.
///
/// What is far above any document that people sign is taken for an attack. All limits hold for one opened file.
public struct PDFLimits: Sendable {
    /// The highest object number (ISO 32000-2, annex C, has 8,388,607).
    public var objectNumber = 8_388_607
    /// How deep arrays and dictionaries may lie within one another.
    public var depth = 250
    /// The most elements of one array or dictionary.
    public var elements = 2_000_000
    /// The most bytes that one stream may give.
    public var decodedBytes = 256 << 20
    /// The most bytes that a stream of objects may give.
    public var objectStreamBytes = 64 << 20
    /// The most filters of one stream.
    public var filters = 16
    /// The most cross-reference sections.
    public var sections = 10_000
    /// The most entries that the cross-reference sections have room for together: twice those of every object number there may be.
    public var entries = 17_000_000
    /// The most pages.
    public var pages = 1_000_000
    /// The most form fields.
    public var fields = 200_000
    /// The most steps of all reading together: about one for each byte or object looked at, or byte decoded.
    public var steps = 1 << 30

    /// The limits for documents that people sign.
    public init() {}
}
