import Hummingbird
import ServerKit
import SignToLoginDialect

extension SignToLogin {
    /// Adds the dialect's calls that are about people; those about documents are another domain's.
    func addRoutes(to router: Router<ParaphContext>) {
        let routes = SignToLoginRoutes { [authenticator] key in try await authenticator.app(key: key) }
        routes.add("register", to: router) { try await register($0, app: $1, context: $2) }
        routes.add("login", to: router) { parameters, app, _ in try await login(parameters, app: app) }
        routes.add("authenticate", to: router) { try await authenticate($0, app: $1, network: $2.network) }
    }
}

extension AppRecord: SignToLoginApp {}
