/// Why stored bytes could not be read.
public struct VerificationError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// The bytes end too soon.
        case truncated
        /// The bytes are not of this kind, or hold a value outside its range.
        case malformed
        /// The bytes were written by a later version.
        case unknownVersion
    }

    /// What is wrong.
    public var code: Code
    /// What is wrong and where, for a log; holds no biometric data.
    public var message: String

    /// Two errors are equal when their codes are.
    public static func == (a: VerificationError, b: VerificationError) -> Bool { a.code == b.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    static func truncated(at offset: Int) -> VerificationError {
        VerificationError(code: .truncated, message: "the bytes end at \(offset), before what they announce")
    }

    static func malformed(_ what: String, at offset: Int) -> VerificationError {
        VerificationError(code: .malformed, message: "\(what) at byte \(offset)")
    }

    static func unknownVersion(_ version: UInt8) -> VerificationError {
        VerificationError(code: .unknownVersion, message: "version \(version) is not known to this program; update it")
    }
}
