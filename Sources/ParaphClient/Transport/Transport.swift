/// How requests reach a server: URLSession on phones, AsyncHTTPClient in servers and tools, a router in process in tests.
///
/// A transport sends each request once, follows no redirects, keeps no cookies and caches nothing; what is sent again is decided above it.
/// Where the task is cancelled the request ends, and so does an answer that is not read to its end.
public protocol Transport: Sendable {
    /// Sends a request; returns once the head of the answer is there.
    ///
    /// - Throws: ``TransportError`` where no answer comes, `CancellationError` where the task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse

    /// Whether a part of a source may go to other addresses than it is sent to, as where a system follows redirects by itself.
    ///
    /// Such a part goes without the account's token: with one that sends parts of this file, and does nothing else. `false` where it is left out.
    var mayRedirectParts: Bool { get }
}

extension Transport {
    public var mayRedirectParts: Bool { false }
}

/// A request as a transport sends it.
public struct TransportRequest: Sendable {
    /// The method in capitals.
    public var method: String
    /// The whole address.
    public var url: String
    /// Headers by their names; no name comes twice.
    public var headers: [String: String]
    /// What is sent with it.
    public var body: Body
    /// How long nothing may come or go before the connection counts as lost.
    public var patience: Duration
    /// Hears how many bytes of the body are on their way.
    public var onSent: (@Sendable (Int) -> Void)?

    /// What is sent with a request.
    public enum Body: Sendable {
        case nothing
        case bytes([UInt8])
        /// A part of a source, which is read as it is sent.
        case part(any ByteSource, Range<Int>)

        /// How many bytes it has.
        public var count: Int {
            switch self {
            case .nothing: 0
            case .bytes(let bytes): bytes.count
            case .part(_, let range): range.count
            }
        }
    }

    public init(
        method: String,
        url: String,
        headers: [String: String] = [:],
        body: Body = .nothing,
        patience: Duration = .seconds(30),
        onSent: (@Sendable (Int) -> Void)? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.patience = patience
        self.onSent = onSent
    }
}

/// The head of an answer, and its body as it comes.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Headers by their names in lower case; values of a name that came twice stand behind one another, with a comma between.
    public var headers: [String: String]
    /// The body, to be read once.
    public var body: TransportBody

    public init(status: Int, headers: [String: String], body: TransportBody) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
        self.body = body
    }
}

/// Why no answer came.
public struct TransportError: Error, CustomStringConvertible {
    /// Whether the server has certainly seen nothing of the request.
    public var isUnsent: Bool
    /// What happened, in English; holds no data of people.
    public var message: String

    public init(isUnsent: Bool, message: String) {
        self.isUnsent = isUnsent
        self.message = message
    }

    public var description: String { message }
}
