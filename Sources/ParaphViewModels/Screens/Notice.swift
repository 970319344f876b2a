/// What happened, what was kept and what to do: one place on each screen says it.
nonisolated public struct Notice: Hashable, Sendable {
    /// How something is said.
    public enum Kind: Hashable, Sendable { case bad, warning, good, plain }

    public let kind: Kind
    public let text: String
    /// Whether trying the same again can help: offer ``WorkingScreen/retry()``.
    public let isRetryable: Bool

    init(_ text: String, kind: Kind = .plain, isRetryable: Bool = false) {
        self.kind = kind
        self.text = text
        self.isRetryable = isRetryable
    }
}
