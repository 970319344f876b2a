public import ParaphStorage

/// One way out of the instance, such as mail or the webhooks of apps: how much leaves by it at a time, how often it is tried, and how.
///
/// Lanes have nothing of one another: one that stands still keeps no other waiting. What may be tried again, and when it is given up, is the
/// lane's to say: ``deliver(_:)`` throws a ``DeliveryError`` that is final or not, and ``schedule`` has the times between the tries. A domain declares its
/// own (``Domain/lanes(with:)``).
public protocol OutboxLane: Sendable {
    /// Its name in the table, which never changes: a word such as `mail`; no two lanes have the same.
    var name: String { get }

    /// How many items leave at a time on each node, 1 or more.
    var width: Int { get }

    /// When a failed item is tried again, and how often it is tried.
    var schedule: RetrySchedule { get }

    /// Delivers an item.
    ///
    /// The same item may come twice where the program dies between delivering and noting it; its id lets the receiver tell.
    /// - Throws: a ``DeliveryError``; anything else counts as one that a later try may mend.
    func deliver(_ item: OutboxItem) async throws

    /// Tells those who sent an item that it was given up, in the transaction that gives it up.
    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws

    /// Who an item is for, as an administrator may see it; `nil` where the payload does not tell.
    func recipient(of payload: [UInt8]) -> String?
}
