import ServerKit

extension ChangeKind {
    /// What a program asks a person.
    static let request = ChangeKind(
        "request",
        // What is counted, and whether the program may still use what was approved.
        in: FollowedTable("clientRequest", person: "personId", unseen: ["attempts", "failures", "expiryNoted", "withdrawnAt", "untold"])
    )
    /// A new device that asks to be added.
    static let deviceRequest = ChangeKind("deviceRequest", in: FollowedTable("deviceRequest", person: "personId"))
    /// A session or token.
    static let session = ChangeKind(
        "session",
        // Each use moves the two moments, and lists show them as they were. The others are the server's own.
        in: FollowedTable(
            "session",
            person: "personId",
            unseen: ["lastUsedAt", "expiresAt", "tokenHash", "keyThumbprint", "unheardOf", "unheardProofs"]
        )
    )
    /// A document that one device asks another to sign.
    static let handOver = ChangeKind("handOver", in: FollowedTable("handOver", person: "personId"))

    static let identity: [ChangeKind] = [.request, .deviceRequest, .session, .handOver]
}
