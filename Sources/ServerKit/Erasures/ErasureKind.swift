/// A kind of what was erased or ended for good, and is again where an older backup brings it back.
///
/// Each domain declares its own as static constants in its folder and lists them in ``Domain/erasureKinds``: a restore hands what was erased to
/// the domain that declares its kind, and to no other. No two domains have a kind of one name.
public struct ErasureKind: Hashable, Sendable {
    /// Its name in rows and backups: letters, in camel case; it never changes.
    public let rawValue: String
    /// For how long it is remembered, in seconds; `nil` for good.
    public let memory: Int64?

    /// For how long most of what was ended is remembered, in seconds: longer than backups are in use.
    public static let whileBackupsAreUsed: Int64 = 400 * 86_400

    /// Makes a kind of its name.
    public init(_ rawValue: String, memory: Int64?) {
        self.rawValue = rawValue
        self.memory = memory
    }
}
