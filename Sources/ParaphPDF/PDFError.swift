/// Why bytes could not be read, or an object could not be written, as PDF.
public struct PDFError: Error, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// There is nothing in the file that a PDF is made of.
        case notPDF
        /// The bytes end too soon.
        case truncated
        /// The bytes break the syntax where it cannot be mended.
        case malformed
        /// Something that must be there is not, or is of another type.
        case missing
        /// References, pages or revisions lead back to themselves.
        case loop
        /// Arrays and dictionaries lie deeper within one another than the limits allow.
        case tooDeep
        /// A number, count or size is above the limits.
        case tooLarge
        /// Reading took more steps than the limits allow.
        case tooMuchWork
        /// The caller's clock said that it takes too long.
        case outOfTime
        /// The file is encrypted and the password given does not open it.
        case password
        /// A filter, cipher or version that this code does not know.
        case unsupported
        /// Programs read the file in two ways, and an update would make them agree on one; the detail says what of it.
        case ambiguous
    }

    /// What is wrong.
    public var code: Code
    /// What was being read, in a few words.
    public var detail: StaticString
    /// The byte offset in the file, or in the decoded stream, if it concerns one.
    public var offset: Int?
    /// The number of the indirect object, if it concerns one.
    public var object: Int?

    /// Makes an error that says what is wrong and where.
    public init(_ code: Code, _ detail: StaticString, offset: Int? = nil, object: Int? = nil) {
        self.code = code
        self.detail = detail
        self.offset = offset
        self.object = object
    }

    /// Whether the limits or the clock ended the reading, so that nothing is known of what was not read.
    public var isLimit: Bool {
        switch code {
        case .tooDeep, .tooLarge, .tooMuchWork, .outOfTime: true
        case .notPDF, .truncated, .malformed, .missing, .loop, .password, .unsupported, .ambiguous: false
        }
    }

    /// The same error, said of an object unless it says of which already.
    func within(object number: Int) -> PDFError {
        var copy = self
        if copy.object == nil { copy.object = number }
        return copy
    }
}

extension PDFError: Equatable {
    /// Errors are equal where their codes are.
    public static func == (left: PDFError, right: PDFError) -> Bool { left.code == right.code }
}

extension PDFError: CustomStringConvertible {
    /// What is wrong and where, as a sentence.
    public var description: String {
        var text = code == .ambiguous ? "Programs read this file in two ways: \(detail)" : "\(detail)"
        if let object { text += ", in object \(object)" }
        if let offset { text += ", at byte \(offset)" }
        return text + "."
    }
}
