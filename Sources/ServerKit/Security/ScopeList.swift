/// The scopes that the domains of an instance declare.
public struct ScopeList: Sendable {
    /// The declarations, in the order of the domains.
    public let declarations: [ScopeDeclaration]
    private let known: Set<TokenScope>

    /// Lists scopes.
    public init(_ declarations: [ScopeDeclaration]) {
        self.declarations = declarations
        known = Set(declarations.map(\.scope))
    }

    /// The words, in order.
    public var words: [String] { known.map(\.rawValue).sorted() }

    /// What clients may ask people for, in the order of the domains.
    public var forClients: [TokenScope] { declarations.filter { $0.clients != .none }.map(\.scope) }

    /// What a client's request means that names no scope; empty where it must name one.
    public var assumed: Set<TokenScope> { Set(declarations.filter { $0.clients == .assumed }.map(\.scope)) }

    /// What each route opens to.
    public var byRoute: [TokenRoute: Set<TokenScope>] {
        declarations.reduce(into: [:]) { all, declaration in
            for route in declaration.routes { all[route, default: []].insert(declaration.scope) }
        }
    }

    /// Whether a domain declares a scope.
    public func contains(_ scope: TokenScope) -> Bool { known.contains(scope) }

    /// The declaration of a word; `nil` where it is unknown.
    public subscript(word: String) -> ScopeDeclaration? { declarations.first { $0.scope.rawValue == word } }

    /// What a client should do instead of asking for a word that is not granted.
    public func advice(on word: String) -> String? { declarations.lazy.compactMap { $0.refused[word] }.first }
}
