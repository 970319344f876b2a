import ServerKit

/// The words of what may have happened, in one language.
struct ActivityWords: Sendable {
    /// The kinds of all domains, by name.
    let kinds: [String: ActivityKind]
    let language: Language
}
