import ServerKit

extension ChangeKind {
    /// A document of the registry, whose history people follow.
    static let document = ChangeKind(
        "document",
        in: FollowedTable("documentVersion", thing: "documentId", person: "personId"),
        FollowedTable("documentSignature", thing: "documentId", person: "personId")
    )
}
