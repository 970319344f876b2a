/// A word of a token's scope (RFC 6749, section 3.3): what the token opens, besides which it opens nothing.
///
/// This is the one list of such words, for the tokens that administrators make and for those of clients alike.
public enum TokenScope: String, CaseIterable, Hashable, Sendable {
    /// Histories of documents as the person reads them.
    case docs
    /// Messages; nothing takes it yet.
    case messages
    /// The Cloud Signature Consortium's API, by our own word.
    case csc
    /// The same, by that specification's word.
    case service

    /// Reads words separated by spaces.
    ///
    /// - Returns: `nil` where one of them is unknown.
    public static func read(_ text: String) -> Set<TokenScope>? {
        let words = text.split(separator: " ")
        let scopes = words.compactMap { TokenScope(rawValue: String($0)) }
        return scopes.count == words.count ? Set(scopes) : nil
    }
}

extension Set<TokenScope> {
    /// The words in the form of requests and rows, in order.
    public var text: String { map(\.rawValue).sorted().joined(separator: " ") }
}
