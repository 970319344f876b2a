import ParaphStorage
import ParaphWire
import ServerKit

/// A copy of an earlier signature that was sent and refused.
///
/// Nobody draws the same twice, so somebody recorded it: unlike a signature that does not match, it is worth an alarm.
enum RefusedCopy {
    /// By how much time two mails about copies are apart at least, in seconds: who sends copies must not fill a mailbox.
    static let mailPause: Int64 = 86_400

    static let family = Metrics.Family(
        "paraph_copies_refused_total",
        "Copies of earlier signatures that were sent and refused, by where: a device of the person's, or an app of Sign To Login.",
        labels: ["place"]
    )
}

extension IdentityEnvironment {
    /// Notes a copy that was sent by the key of a device: for the person, who is also told by mail, and for the administrator.
    func noteCopy(of person: PersonRecord, device: DeviceRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        let since = now.adding(seconds: -RefusedCopy.mailPause)
        if try !ActivityStore.contains(.copyRefused, of: person.id, since: since, in: tx) {
            try notify(person, of: .copyRefused(device: device.name), in: tx)
        }
        try ActivityStore.append(.copyRefused, of: person.id, at: now, deviceName: device.name, in: tx)
        countCopy("device", in: tx)
    }

    /// Counts a copy for the administrator, once the transaction is committed.
    func countCopy(_ place: String, in tx: any WriteTransaction) {
        let metrics = metrics
        tx.afterCommit { metrics.count(RefusedCopy.family, [place]) }
    }
}
