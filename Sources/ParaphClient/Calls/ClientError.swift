public import ParaphWire

/// Why something could not be done; equal by code.
///
/// What the server refused is told by its ``problem``, whose codes are open: act on those that you know, else on the status
/// (`docs/decisions/0024-wire.md`). Titles and details are for people who write programs.
///
/// ```swift
/// do {
///     try await client.files.rename(id, to: name)
/// } catch let error as ClientError where error.problem?.code == .notYours {
///     // only its owner may
/// }
/// ```
public struct ClientError: Error, Equatable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case refused, offline, outcomeUnknown, unreadable, insecure, notSignedIn, unknownDevice, keyMissing, storage, differs
        }
        private let value: Value
        private init(_ value: Value) { self.value = value }
        public var description: String { value.rawValue }

        /// The server said no; ``ClientError/problem`` says why.
        public static let refused = Code(.refused)
        /// The server cannot be reached, or its answer was lost; asking again is safe.
        public static let offline = Code(.offline)
        /// No answer came to a request that may have been carried out, and which is not repeated by itself: look what became of it.
        public static let outcomeUnknown = Code(.outcomeUnknown)
        /// The answer is none that this version understands.
        public static let unreadable = Code(.unreadable)
        /// The server's address is one that others can listen to: only `https` will do, and `http` on this very machine.
        public static let insecure = Code(.insecure)
        /// No person is signed in here.
        public static let notSignedIn = Code(.notSignedIn)
        /// This device is none that the person has: ask for it to be added.
        public static let unknownDevice = Code(.unknownDevice)
        /// The device's key is not there any more: the device has to be added anew.
        public static let keyMissing = Code(.keyMissing)
        /// Something cannot be read or kept on this device.
        public static let storage = Code(.storage)
        /// What came, or arrived, is not what was sent.
        public static let differs = Code(.differs)
    }

    /// What went wrong.
    public var code: Code
    /// What, where and what to do, in English; holds no data of people.
    public var message: String
    /// What the server said.
    public var problem: Problem?
    /// The HTTP status of the answer, where one came.
    public var status: Int?
    /// The seconds after which the same may be tried again, where the server said so.
    public var retryAfter: Int?
    /// What caused it, where another part of the system failed.
    public var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// What a server refused.
    init(status: Int, problem: Problem?, retryAfter: Int?) {
        self.init(.refused, problem.map { "the server refused: \($0.code)" } ?? "the server answered with status \(status)")
        self.status = status
        self.problem = problem
        self.retryAfter = problem?.retryAfter ?? retryAfter
    }

    /// Whether the same may succeed a little later, without anything else being done.
    public var isTransient: Bool {
        switch code {
        case .offline: true
        case .refused: (status ?? 0) >= 500 || status == 408 || status == 429
        default: false
        }
    }

    public var description: String { "\(code): \(message)" }

    public static func == (lhs: ClientError, rhs: ClientError) -> Bool { lhs.code == rhs.code }

    /// Whether the server refused with a code.
    func isProblem(_ code: ProblemCode) -> Bool { problem?.code == code }
}
