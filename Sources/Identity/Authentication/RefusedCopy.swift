import ParaphStorage
import ParaphWire
import ServerKit

/// A copy of an earlier signature that was sent and refused.
///
/// No one draws quite the same twice, so it was recorded: unlike a signature that does not match, it is worth an alarm.
enum RefusedCopy {
    static let family = Metrics.Family(
        "paraph_copies_refused_total",
        "Copies of earlier signatures that were sent and refused, by where: a device of the person's, or an app of Sign To Login.",
        labels: ["place"]
    )
}

extension IdentityEnvironment {
    /// Notes a copy that was sent by the key of a device: for the person, who is also told by mail once a day (UTC) at most, so that no caller
    /// fills a mailbox with copies, and for the administrator.
    func noteRefusedCopy(of person: PersonRecord, device: DeviceRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        let day: Int64 = 86_400_000
        let midnight = Timestamp(milliseconds: now.milliseconds / day * day)
        if try !ActivityStore.contains(.copyRefused, onDevicesOf: person.id, since: midnight, in: tx) {
            try notify(person, of: .copyRefused(device: device.name), in: tx)
        }
        try ActivityStore.append(.copyRefused, of: person.id, at: now, deviceName: device.name, in: tx)
        countRefusedCopy("device", in: tx)
    }

    /// Counts a copy for the administrator, once the transaction is committed.
    func countRefusedCopy(_ place: String, in tx: any WriteTransaction) {
        let metrics = metrics
        tx.afterCommit { metrics.count(RefusedCopy.family, [place]) }
    }
}
