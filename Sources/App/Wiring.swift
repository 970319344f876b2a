import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Where the domains meet: each is given what it needs of the others.
struct Wiring {
    /// Every table's migrations, in the order in which they run.
    static let migrations = KeyRing.migrations

    let domains: [any Domain]
    let authenticator: any Authenticator
    let inProcess = InProcessAPI()
    let problemPage: ProblemMiddleware.PageRenderer

    init(node: Node) throws {
        domains = []
        authenticator = Nobody()
        problemPage = { _, _ in nil }
    }
}

struct Nobody: Authenticator {
    func principal(token: String) async throws -> Principal? { nil }
}
