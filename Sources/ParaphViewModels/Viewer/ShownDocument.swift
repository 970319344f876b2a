import ParaphWire

/// The document that a viewer shows, in the version that lies here.
nonisolated struct ShownDocument: Sendable {
    var name: String
    /// The SHA-256 of what is shown.
    var hash: String
    /// The document in the registry, where it is known.
    var documentID: String?
    /// The file on the server, where it is one.
    var stored: StoredFile?
    var facts = FileFacts()

    var isOnServer: Bool { stored != nil }

    /// Whether it can be read by the server only: what the server noted is as it wrote it.
    var isUnread: Bool { isOnServer && documentID != nil && facts.isLocked }

    /// Whether there is something to say of it: one without signatures has no verdict.
    var isJudged: Bool { (facts.signatures ?? 0) > 0 || isUnread }
}
