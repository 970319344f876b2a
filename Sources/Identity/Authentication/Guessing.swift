import ParaphStorage
import ParaphWire
import ServerKit

/// An attacker sends variations of one drawing, to learn from the answers how a person signs.
///
/// A hand that signs again varies far more, so it is worth an alarm, like a copy.
enum Guessing {
    /// Why such a signature is not compared.
    static let refusal = "guess"

    static let family = Metrics.Family(
        "paraph_guessing_noticed_total",
        "Signatures that varied earlier refused ones of the same source too little for a hand, by where: a device of the person's, or an app.",
        labels: ["place"]
    )
}

extension IdentityEnvironment {
    /// Notes it for the administrator, and for the person, who is also told by mail once a day (UTC) at most.
    ///
    /// Of what comes from apps of a kind they read as often in a day as of refusals there.
    func noteGuessing(of personID: String, from source: SignatureSource, at now: Timestamp, in tx: any WriteTransaction) throws {
        let metrics = metrics
        tx.afterCommit { metrics.count(Guessing.family, [source.place]) }
        let scope = "activity:\(ActivityKind.guessingNoticed.rawValue):\(source.kind == .owner):\(personID)"
        guard try source.isDevice || AppUseStore.take(scope, most: AppAccounts.refusalsTold, of: personID, at: now, in: tx) else { return }
        let day: Int64 = 86_400_000
        let midnight = Timestamp(milliseconds: now.milliseconds / day * day)
        if try !ActivityStore.contains(.guessingNoticed, of: personID, since: midnight, in: tx),
            let person = try PersonStore.find(personID, keys: keys, in: tx)
        {
            try notify(person, of: .guessingNoticed(place: source.isNameApproved ? source.name : nil), in: tx)
        }
        try ActivityStore.append(
            .guessingNoticed,
            of: personID,
            at: now,
            appName: source.isDevice ? nil : source.name,
            deviceName: source.isDevice ? source.name : nil,
            in: tx
        )
    }
}
