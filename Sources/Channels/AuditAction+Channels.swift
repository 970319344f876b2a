import ServerKit

/// What this domain writes to the ledger.
extension AuditStore.Action {
    static let outboxItemSentAgain = Self("outboxItemSentAgain")
    static let outboxItemDropped = Self("outboxItemDropped")

    static let channels: [Self] = [
        .outboxItemSentAgain, .outboxItemDropped,
    ]
}
