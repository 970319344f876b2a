/// A scope, as the domain whose routes it opens declares it.
public struct ScopeDeclaration: Sendable {
    /// The word; no two domains declare the same.
    public let scope: TokenScope
    /// The routes that it opens: nothing else.
    public let routes: [TokenRoute]
    /// What may be done with it, as people read it before they allow it: the end of “it can …”, without a full stop.
    public let rights: [LocalizedText]
    /// Whether clients may ask people for it.
    public let clients: ClientUse
    /// Words of the same specification that are not granted here, each with what a client should do instead.
    public let refused: [String: String]

    /// Whether clients (RFC 6749) may ask people for a scope; administrators may give any in a token of theirs.
    public enum ClientUse: Hashable, Sendable {
        /// They may not: only an administrator's token has it.
        case none
        /// They may.
        case asked
        /// They may, and it is what a request means that names no scope.
        case assumed
    }

    /// Declares a scope.
    public init(
        _ scope: TokenScope,
        opens routes: [TokenRoute],
        rights: [LocalizedText],
        clients: ClientUse = .none,
        refused: [String: String] = [:]
    ) {
        self.scope = scope
        self.routes = routes
        self.rights = rights
        self.clients = clients
        self.refused = refused
    }
}
