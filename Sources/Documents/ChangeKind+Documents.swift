import ServerKit

extension ChangeKind {
    /// A document of the registry, whose history people follow.
    static let document = ChangeKind("document")
}
