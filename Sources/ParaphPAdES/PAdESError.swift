/// Why a document could not be signed, or its signatures not be judged.
public struct PAdESError: Error, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// The file cannot be read or written as PDF.
        case document
        /// The key, the certificate or the signed message cannot be used.
        case trust
        /// What the document's signatures allow forbids the change (DocMDP, FieldMDP).
        case forbidden
        /// A field, page or place that was asked for is not there or not free.
        case place
        /// The level that was asked for needs something that is not there: a timestamp service, revocation data.
        case level
    }

    /// What is wrong.
    public var code: Code
    /// What was being done, and what to do where that is known; never a secret.
    public var detail: String
    /// What led to it.
    public var cause: (any Error)?

    /// Makes an error that says what is wrong and where.
    public init(_ code: Code, _ detail: String, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }
}

extension PAdESError: CustomStringConvertible {
    /// What is wrong, as a sentence.
    public var description: String { detail }
}
