import ServerKit

/// What this domain writes to the ledger.
extension AuditStore.Action {
    static let fileDeleted = Self("fileDeleted")
    static let fileLeft = Self("fileLeft")
    static let fileShared = Self("fileShared")
    static let fileUnshared = Self("fileUnshared")
    static let fileMailed = Self("fileMailed")

    static let files: [Self] = [
        .fileDeleted, .fileLeft, .fileShared, .fileUnshared, .fileMailed,
    ]
}
