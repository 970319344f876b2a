/// What the operator of the instance chose for files.
public struct FilesSettings: Hashable, Sendable {
    /// Where people reach the instance, without a slash at the end.
    public var publicURL: String

    public init(publicURL: String = "") {
        self.publicURL = publicURL
    }
}
