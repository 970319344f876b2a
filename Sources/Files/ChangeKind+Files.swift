import ServerKit

extension ChangeKind {
    /// A file, with its versions and readers.
    static let file = ChangeKind("file")
}
