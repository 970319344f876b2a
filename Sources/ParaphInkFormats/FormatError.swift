import ParaphInk

/// Why bytes or text from outside were refused, or why a sample cannot be written in a format.
///
/// The message says what is wrong and what to do; it never holds a coordinate or any other part of a signature.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Hashable, Sendable {
        /// There is not one point, or not one byte.
        case empty
        /// More bytes, points, strokes or pixels than the limits allow.
        case tooLarge
        /// The input ends too soon.
        case truncated
        /// The input is not of this format.
        case malformed
        /// A number is not finite or outside its range.
        case outOfRange
        /// A time lies before the one of the point before it.
        case timeRunsBackwards
        /// The input is of this format, in a variant that is not read.
        case unsupported
    }

    /// Where in the input something is wrong.
    public enum Place: Hashable, Sendable {
        /// The offset of a byte, from 0.
        case byte(Int)
        /// The number of a line, from 1.
        case line(Int)
        /// The number of a point in the order of the input, from 0.
        case point(Int)
    }

    /// What is wrong.
    public var code: Code
    /// What is wrong and what to do about it, in an English sentence.
    public var message: String
    /// Where it is, if that is known.
    public var place: Place?
    /// The number of the signature it concerns, from 0, where several are read at once.
    public var signature: Int?

    /// Makes an error that says what is wrong, where, and what to do.
    public init(_ code: Code, _ message: String, at place: Place? = nil, signature: Int? = nil) {
        self.code = code
        self.message = message
        self.place = place
        self.signature = signature
    }

    /// The message with the place in front of it.
    public var description: String {
        var text = ""
        if let signature { text += "signature \(signature): " }
        switch place {
        case .byte(let offset): text += "byte \(offset): "
        case .line(let number): text += "line \(number): "
        case .point(let number): text += "point \(number): "
        case nil: break
        }
        return text + message
    }
}

extension FormatError {
    /// Says in this module's words what validation or the binary codec found.
    init(_ error: InkError) {
        let place = error.position.map { position in
            error.stroke.map { "stroke \($0), point \(position)" } ?? "position \(position)"
        }
        let suffix = place.map { " (\($0))" } ?? error.stroke.map { " (stroke \($0))" } ?? ""
        switch error.code {
        case .empty: self.init(.empty, "The signature has no points\(suffix); draw it again.")
        case .tooLarge: self.init(.tooLarge, "The signature has more strokes or points than are allowed\(suffix); send one signature only.")
        case .outOfRange: self.init(.outOfRange, "A value of the signature is not a number in its range\(suffix); check the units.")
        case .timeRunsBackwards: self.init(.timeRunsBackwards, "Time runs backwards\(suffix); send the points in the order of time.")
        case .truncated: self.init(.truncated, "The signature ends too soon\(suffix); send it whole.")
        case .malformed: self.init(.malformed, "This is not a signature in this format\(suffix).")
        }
    }
}

extension Sample {
    /// Throws what `Sample.validate(limits:)` throws, as a ``FormatError``.
    func checked(_ limits: Limits) throws(FormatError) -> Sample {
        do {
            try validate(limits: limits)
        } catch {
            throw FormatError(error)
        }
        return self
    }
}
