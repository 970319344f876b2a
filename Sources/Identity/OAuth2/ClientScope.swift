import ServerKit

/// What a client may be allowed, by the words of its requests (RFC 6749, section 3.3).
enum ClientScope: String, CaseIterable, Sendable {
    /// The service authorisation of the Cloud Signature Consortium's API (version 2, section 8.4): to see the person's certificates, and to ask
    /// the person's device for signatures.
    case service

    /// Reads what a request asks for; nothing said means `service`, as that API has it.
    ///
    /// - Throws: `invalid_scope`.
    static func read(_ text: String?) throws(OAuthError) -> Set<ClientScope> {
        var scopes: Set<ClientScope> = []
        for word in (text ?? service.rawValue).split(separator: " ") {
            guard word != "credential" else {
                throw OAuthError(
                    "invalid_scope",
                    "credential is not granted here: call credentials/authorize, and the person signs on their device."
                )
            }
            guard let scope = ClientScope(rawValue: String(word)) else {
                throw OAuthError("invalid_scope", "The scope may be \(allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            scopes.insert(scope)
        }
        guard !scopes.isEmpty else { throw OAuthError("invalid_scope", "The scope is empty.") }
        return scopes
    }
}

extension Set<ClientScope> {
    /// The words in the form of requests and answers.
    var text: String { map(\.rawValue).sorted().joined(separator: " ") }
}
