/// What the outbox writes to the ledger.
extension AuditStore.Action {
    static let outboxItemSentAgain = Self("outboxItemSentAgain")
    static let outboxItemDropped = Self("outboxItemDropped")

    /// All of them, for the domain that sends.
    public static let outbox: [Self] = [
        .outboxItemSentAgain, .outboxItemDropped,
    ]
}
