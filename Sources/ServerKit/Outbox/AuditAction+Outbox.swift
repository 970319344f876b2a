/// What the outbox writes to the ledger.
extension AuditStore.Action {
    static let outboxItemSentAgain = Self("outboxItemSentAgain")
    static let outboxItemDropped = Self("outboxItemDropped")

    static let outbox: [Self] = [
        .outboxItemSentAgain, .outboxItemDropped,
    ]
}
