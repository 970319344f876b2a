/// What a caller sends with a token that is bound to a key of its own, to show that it holds the key (RFC 9449, section 7.1).
public struct TokenProof: Hashable, Sendable {
    /// The proof, as the header `DPoP` has it.
    public let text: String
    /// The HTTP method of the request that it came with.
    public let method: String
    /// The path of the request, without its query.
    public let path: String

    /// Takes what came with a request.
    public init(text: String, method: String, path: String) {
        self.text = text
        self.method = method
        self.path = path
    }
}

/// Why a proof of possession is refused (RFC 9449, section 7.1).
public struct TokenProofRefusal: Error, Hashable, Sendable {
    /// `invalid_dpop_proof` or `use_dpop_nonce`.
    public let code: String
    /// What a proof must say to be taken (section 9); `nil` where that is not the reason.
    public let nonce: String?

    /// Refuses a proof.
    public init(_ code: String, nonce: String? = nil) {
        self.code = code
        self.nonce = nonce
    }
}
