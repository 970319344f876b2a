/// A word of a token's scope (RFC 6749, section 3.3): what the token opens, besides which it opens nothing.
///
/// Which words there are, and what each opens, is declared by the domains (``ScopeDeclaration``).
public struct TokenScope: RawRepresentable, Hashable, Sendable {
    /// The word, as requests and rows have it.
    public let rawValue: String

    /// Names a scope.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names a scope.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Set<TokenScope> {
    /// Reads words separated by spaces, known or not.
    public init(words text: String) {
        self.init(text.split(separator: " ").map { TokenScope(String($0)) })
    }

    /// The words in the form of requests and rows, in order.
    public var text: String { map(\.rawValue).sorted().joined(separator: " ") }
}
