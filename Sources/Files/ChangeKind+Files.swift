import ServerKit

extension ChangeKind {
    /// A file, with its versions and readers.
    static let file = ChangeKind(
        "file",
        // How much of an upload is here changes with each piece: the device that sends it knows.
        in: FollowedTable("file", person: "ownerId", unseen: ["received", "partCount"]),
        FollowedTable("fileReader", thing: "fileId", person: "personId"),
        FollowedTable("fileVersion", thing: "fileId")
    )
}
