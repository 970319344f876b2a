public import ParaphStorage

extension AuditStore {
    /// What notes in the ledger that the instance gave so many things keys of their own, as `KeyRing.reseal` calls it.
    ///
    /// - Parameters:
    ///   - action: What they are.
    ///   - time: Tells when it was done.
    /// - Returns: What appends the entry, given how many there were.
    public static func counting(_ action: Action, by time: any TimeSource) -> @Sendable (Int, any WriteTransaction) throws -> Void {
        { count, tx in try append(action, actor: "system", subject: nil, details: ["count": "\(count)"], at: time.now(), in: tx) }
    }
}
