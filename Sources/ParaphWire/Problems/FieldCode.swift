/// The machine's word for what is wrong with one part of a request; a later server has words that this version does not know.
///
/// These are the words of every domain. Beside them stand the words of what a part holds: of a passkey (`origin`, `counter`, …), of a form's field (`readOnly`, `noGlyph`, …), and of a sample.
public struct FieldCode: RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible, Codable, Hashable, Sendable {
    /// The word as it is on the wire.
    public let rawValue: String

    /// The word.
    public var description: String { rawValue }

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension FieldCode {
    /// It looks like an address where none may stand.
    public static let address = FieldCode(rawValue: "address")
    /// It holds characters that may not stand there.
    public static let characters = FieldCode(rawValue: "characters")
    /// There are too few or too many of them.
    public static let count = FieldCode(rawValue: "count")
    /// It gets no more today.
    public static let enough = FieldCode(rawValue: "enough")
    /// It is too short or too long.
    public static let length = FieldCode(rawValue: "length")
    /// It is not in the form that the call takes.
    public static let malformed = FieldCode(rawValue: "malformed")
    /// It has more marks on one character than may be.
    public static let marks = FieldCode(rawValue: "marks")
    /// It is needed and is not there.
    public static let missing = FieldCode(rawValue: "missing")
    /// It belongs to another thing than the call is about.
    public static let other = FieldCode(rawValue: "other")
    /// It is a number outside the range.
    public static let outOfRange = FieldCode(rawValue: "outOfRange")
    /// It is a version that is no longer in force.
    public static let outdated = FieldCode(rawValue: "outdated")
    /// It leaves the page.
    public static let outside = FieldCode(rawValue: "outside")
    /// It names the caller, who is none of those that may stand there.
    public static let own = FieldCode(rawValue: "own")
    /// It is outside what may be.
    public static let range = FieldCode(rawValue: "range")
    /// It stands there twice.
    public static let repeated = FieldCode(rawValue: "repeated")
    /// It is there beside another that it excludes.
    public static let several = FieldCode(rawValue: "several")
    /// It differs from the size that was announced.
    public static let size = FieldCode(rawValue: "size")
    /// It is another person's already.
    public static let taken = FieldCode(rawValue: "taken")
    /// It has more characters than may be.
    public static let tooLong = FieldCode(rawValue: "tooLong")
    /// It is not known to the call.
    public static let unknown = FieldCode(rawValue: "unknown")
    /// It is not the right one, as a code or a password.
    public static let wrong = FieldCode(rawValue: "wrong")
    /// It is of another type.
    public static let wrongType = FieldCode(rawValue: "wrongType")
}
