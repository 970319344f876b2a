/// An error as clients see it (RFC 9457, `application/problem+json`).
///
/// ```swift
/// let problem = try JSONDecoder().decode(Problem.self, from: body)
/// let wait = problem.retryAfter ?? 0
/// ```
public struct Problem: Error, Codable, Hashable, Sendable {
    /// The address that documents this kind of problem: `/problems#CODE`.
    public var type: String
    /// What went wrong in a few English words; the same for every occurrence.
    public var title: String
    /// The HTTP status, which ``ProblemType`` has for the code.
    public let status: Int
    /// What happened this time and what to do; English; holds no secrets and no data but the caller's own.
    public var detail: String?
    /// The id of the request, to be named when asking for help.
    public var instance: String?
    /// The machine's word for it, stable across versions; clients translate it.
    public var code: ProblemCode
    /// The parts of the request that were refused.
    public var fields: [Field]?
    /// The seconds after which the same request may be tried again.
    public var retryAfter: Int?
    /// How many bytes of a file that is sent in pieces the server has (`wrongOffset`).
    public var received: Int?

    /// One part of a request that was refused.
    public struct Field: Codable, Hashable, Sendable {
        /// The JSON path or parameter name.
        public var name: String
        /// The machine's word for what is wrong with it.
        public var code: FieldCode
        /// What is wrong and what would be right, in English.
        public var detail: String
        /// What was refused, where the part is a list and one of it was, such as an address.
        public var value: String?

        /// Makes a refused part.
        public init(name: String, code: FieldCode, detail: String, value: String? = nil) {
            self.name = name
            self.code = code
            self.detail = detail
            self.value = value
        }
    }

    /// Makes a problem, with the status of its code; 500 for a code that is in no table.
    public init(code: ProblemCode, title: String, detail: String? = nil, fields: [Field]? = nil, retryAfter: Int? = nil) {
        type = "/problems#\(code.rawValue)"
        self.title = title
        status = ProblemType.of(code)?.status ?? 500
        self.detail = detail
        self.code = code
        self.fields = fields
        self.retryAfter = retryAfter
    }
}
