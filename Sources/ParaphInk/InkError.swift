/// Why a sample or its encoded form was refused.
public struct InkError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// There is not one point.
        case empty
        /// More strokes or points than the limits allow.
        case tooLarge
        /// A coordinate, time or pressure is not finite or outside its range.
        case outOfRange
        /// A time lies before the one of the point before it.
        case timeRunsBackwards
        /// The bytes or text end too soon.
        case truncated
        /// The bytes or text are not of this format, or of a version that this code does not know.
        case malformed
    }

    /// What is wrong.
    public var code: Code
    /// The number of the stroke it concerns, from 0, if it concerns one.
    public var stroke: Int?
    /// The number of the point within the stroke, from 0, or the byte offset or line in an encoded form.
    public var position: Int?

    /// Makes an error that says what is wrong and where.
    public init(_ code: Code, stroke: Int? = nil, position: Int? = nil) {
        self.code = code
        self.stroke = stroke
        self.position = position
    }
}
