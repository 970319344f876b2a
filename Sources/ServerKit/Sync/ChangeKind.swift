/// What kind of thing changed; each domain makes its own as static constants and lists them in ``Domain/changeKinds``.
public struct ChangeKind: Hashable, Sendable {
    /// Its name in the native API: letters, in camel case.
    public let name: String

    /// Makes a kind of its name.
    public init(_ name: String) {
        self.name = name
    }
}
