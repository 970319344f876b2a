import ServerKit

extension ChangeKind {
    /// A document that the server keeps, with its versions and readers.
    static let keptDocument = ChangeKind("keptDocument")
    /// A document of the registry, whose history people follow.
    static let document = ChangeKind("document")
}
