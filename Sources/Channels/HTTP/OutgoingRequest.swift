import Foundation

/// A request to a service outside.
public struct OutgoingRequest: Sendable {
    /// What is asked for.
    public enum Method: Sendable { case get, post }

    /// What a service answered.
    public struct Answer: Sendable {
        /// Its status.
        public var status: Int
        /// Its headers; names in lower case.
        public var headers: [String: String]
        /// What was read of its body.
        public var body: [UInt8]
        /// Whether its body was longer.
        public var isCut: Bool

        /// The least seconds before another try, where the service named them as a number (RFC 9110, section 10.2.3).
        var retryAfter: Int64? {
            headers["retry-after"].flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    let method: Method
    /// The address.
    public let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// The most bytes of the answer's body that are read.
    public let bodyLimit: Int

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: What is asked for.
    ///   - url: The address.
    ///   - headers: What goes before the body.
    ///   - body: What is sent.
    ///   - bodyLimit: The most bytes of the answer's body that are read; 0 for its head alone.
    public init(
        _ method: Method,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        bodyLimit: Int
    ) {
        (self.method, self.url, self.headers, self.body, self.bodyLimit) = (method, url, headers, body, bodyLimit)
    }
}
