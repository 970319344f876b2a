public import Hummingbird
public import ParaphStorage
public import ServiceLifecycle

/// A part of Paraph with tables, routes and background work of its own; domains never see one another.
public protocol Domain: Sendable {
    /// The domain's migrations, in order.
    static var migrations: [Migration] { get }

    /// The routes that take tokens, with the scopes that open them; all others take none.
    static var tokenRoutes: [TokenRoute] { get }

    /// Adds the domain's routes.
    func addRoutes(to router: Router<ParaphContext>)

    /// What runs beside the server until it stops.
    var services: [any Service] { get }
}

extension Domain {
    public static var tokenRoutes: [TokenRoute] { [] }

    public var services: [any Service] { [] }
}
