/// What a problem's code means: one row of the table that every server shows at `/problems`.
///
/// A code has one status. A client that knows the code need not look at the status, and a server cannot send a code with another, because
/// ``Problem`` takes its status from here.
public struct ProblemType: Hashable, Sendable {
    /// The word in ``Problem/code``.
    public let code: ProblemCode
    /// The HTTP status that it comes with.
    public let status: Int
    /// What happened, in one sentence.
    public let meaning: String

    init(_ code: ProblemCode, _ status: Int, _ meaning: String) {
        self.code = code
        self.status = status
        self.meaning = meaning
    }

    /// All of them, domain by domain.
    public static let all = general + identity + files + documents

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// What a code means; `nil` for one that this version does not know.
    public static func of(_ code: ProblemCode) -> ProblemType? { byCode[code] }
}
