import ParaphWire

extension Sample {
    /// A sample of every type of the wire.
    static let all: [Sample] = basics + documents + files + challenges + devices + passkeys + people + apps

    static let id = "0123456789abcdef0123456789abcdef"
    static let otherID = "fedcba9876543210fedcba9876543210"
    static let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    static let later = Timestamp(milliseconds: 1_795_000_300_000)
    static let bytes = Base64URL([0, 16, 131, 16, 81, 135, 255])
    static let digest = Base64URL((0..<32).map { UInt8($0) })

    private static let basics: [Sample] = [
        Sample(Base64URL([]), Base64URL([255]), Base64URL([0, 1, 2, 253])),
        Sample(Timestamp(milliseconds: 0), now, Timestamp(milliseconds: 951_782_400_001)),
        Sample(Nothing()),
        Sample(Open(ChallengeResult.Outcome.accepted), Open(rawValue: "postponed")),
        Sample(Page(items: [change], next: "1795000000000.\(id)"), Page(items: [])),
        Sample(all: Change.Kind.self),
        Sample(change, Change(kind: Open(rawValue: "addedLater"), id: otherID, isRemoved: true)),
        Sample(Changes(changes: [change], cursor: "k1.42", hasMore: true, isReset: true)),
        Sample(field),
        Sample(problem),
        Sample(ProblemCode.notFound, "addedLater"),
        Sample(FieldCode.missing, "addedLater"),
    ]

    private static let change = Change(kind: Open(.file), id: id, isRemoved: false)
    private static let field = Problem.Field(name: "email", code: "malformed", detail: "must be an e-mail address", value: "anna@")

    private static var problem: Problem {
        var problem = Problem(
            code: .malformed,
            title: "The request is malformed",
            detail: "email must be an e-mail address",
            fields: [field],
            retryAfter: 5
        )
        problem.instance = id
        problem.received = 4_194_304
        return problem
    }
}
