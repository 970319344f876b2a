/// What kind of thing changed; each domain makes its own as static constants and lists them in ``Domain/changeKinds``.
public struct ChangeKind: Hashable, Sendable {
    /// Its name in the native API: letters, in camel case.
    public let name: String
    /// The tables in which such a thing stands as people's lists show it: a transaction that changes a row of one notes the thing.
    ///
    /// Tests hold every transaction to it.
    public let tables: [FollowedTable]

    /// Makes a kind of its name and the tables of such things, one at least.
    public init(_ name: String, in tables: FollowedTable...) {
        (self.name, self.tables) = (name, tables)
    }
}
