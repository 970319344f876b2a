/// Any value that a PDF is made of (ISO 32000-2, 7.3).
public enum PDFObject: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case name(PDFName)
    case string(PDFString)
    case array([PDFObject])
    case dictionary(PDFDictionary)
    indirect case stream(PDFStream)
    case reference(PDFReference)
}

extension PDFObject {
    /// A name from a literal.
    public static func name(_ text: StaticString) -> PDFObject { .name(PDFName(text)) }

    /// A number, without a point where it is whole.
    static func number(_ value: Double) -> PDFObject { Int(whole: value).map { .integer($0) } ?? .real(value) }

    /// The truth value, if it is one.
    public var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The whole number: an integer, or a real that is one.
    public var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(whole: value)
        default: nil
        }
    }

    /// The number, integer or real.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The name, if it is one.
    public var name: PDFName? {
        if case .name(let value) = self { value } else { nil }
    }

    /// The string, if it is one.
    public var string: PDFString? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if it is an array.
    public var array: [PDFObject]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The dictionary: of a dictionary, or of a stream.
    public var dictionary: PDFDictionary? {
        switch self {
        case .dictionary(let value): value
        case .stream(let value): value.dictionary
        default: nil
        }
    }

    /// The stream, if it is one.
    public var stream: PDFStream? {
        if case .stream(let value) = self { value } else { nil }
    }

    /// The reference, if it is one.
    public var reference: PDFReference? {
        if case .reference(let value) = self { value } else { nil }
    }

    /// Whether it is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Int {
    /// A number that is whole and within the range of what other readers take; without the mathematical library, which a browser lacks.
    init?(whole value: Double) {
        guard value.magnitude < 2_147_483_647 else { return nil }
        self = Int(value)
        if Double(self) != value { return nil }
    }
}
