import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Tells supervisors how the node is: `/healthz` answers while the process runs, `/readyz` while its database answers too.
struct HealthRoutes {
    let database: any Database

    func add(to router: Router<ParaphContext>) {
        router.get("/healthz") { _, _ in try JSONBody.response(["status": "ok"]) }
        router.get("/readyz") { [database] _, _ -> Response in
            do {
                _ = try await database.read { try $0.first("SELECT 1 AS one") }
            } catch {
                throw Problem.unavailable()
            }
            return try JSONBody.response(["status": "ready"])
        }
    }
}
