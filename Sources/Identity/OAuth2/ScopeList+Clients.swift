import ServerKit

extension ScopeList {
    /// Reads what a client's request asks for (RFC 6749, section 3.3); nothing said means what a domain assumes.
    ///
    /// - Throws: `invalid_scope` for a word that no domain declares, or that clients may not have.
    func read(_ text: String?) throws(OAuthError) -> Set<TokenScope> {
        let allowed = forClients
        let scopes = text.map { Set(words: $0) } ?? assumed
        for word in scopes.map(\.rawValue).sorted() where !allowed.contains(TokenScope(word)) {
            if let advice = advice(on: word) { throw OAuthError("invalid_scope", advice) }
            throw OAuthError("invalid_scope", "The scope may be \(allowed.map(\.rawValue).joined(separator: ", ")).")
        }
        guard !scopes.isEmpty else { throw OAuthError("invalid_scope", "The scope is empty.") }
        return scopes
    }
}
