/// Why a mail could not be taken or sent; equal by code.
///
/// Descriptions hold no address, subject or text, so that they may be logged.
public struct MailError: Error, Equatable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case invalidMail, invalidSettings, refused, unreachable
        }
        private let value: Value
        private init(_ value: Value) { self.value = value }
        public var description: String { value.rawValue }

        /// The mail itself cannot be sent as it is.
        public static let invalidMail = Code(.invalidMail)
        /// The transport cannot be set up like this.
        public static let invalidSettings = Code(.invalidSettings)
        /// The server refused this mail for good; trying again will not help.
        public static let refused = Code(.refused)
        /// The server could not be reached, or put the mail off; a later try may do.
        public static let unreachable = Code(.unreachable)
    }

    /// What went wrong.
    public var code: Code
    /// What, where and what to do.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether another try may succeed.
    var isTemporary: Bool { code == .unreachable }

    public var description: String { "\(code): \(message)" }

    public static func == (lhs: MailError, rhs: MailError) -> Bool { lhs.code == rhs.code }
}
