import ParaphWire
import ServerKit

/// A problem in the person's words, with a way out.
struct ProblemPage: Page {
    static let template = "problem"
    static let needsSession = false

    let problem: Problem

    static func load(_ visit: Visit) async throws -> ProblemPage {
        ProblemPage(problem: .fault)
    }

    private var kind: String {
        switch problem.status {
        case 404, 410: "notFound"
        case 429, 503: "busy"
        case 500...: "fault"
        default: "refused"
        }
    }

    /// The codes of problems that have words of their own: what a program did wrong, or what is for another account.
    private static let explained: Set<ProblemCode> = [.unknownClient, .wrongRedirect, .badAuthorization, .noHandOver]

    /// What is not there is called by what was looked for.
    var title: String { problem.code == .noHandOver ? "page.noHandOverTitle" : "page.\(kind)Title" }

    func values(_ phrases: Phrases) -> [String: Any] {
        let explanation = Self.explained.contains(problem.code) ? problem.code.rawValue : kind
        var values: [String: Any] = [
            "explanation": phrases["page.\(explanation)"], "wayOut": "/", "wayOutLabel": phrases["page.home"],
        ]
        if problem.status >= 500 { values["reference"] = problem.instance }
        return values
    }
}
