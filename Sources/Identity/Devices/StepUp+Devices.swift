import ParaphStorage
import ParaphWire
import ServerKit

extension StepUp {
    /// Adds a device that shows a factor itself; nothing is told of one that is known by its key.
    func add(_ wanted: DeviceRecord, shown method: Method, at now: Timestamp, in tx: any WriteTransaction) throws -> DeviceRecord {
        try accept(.recoverDevice, of: wanted.personID, shown: method, at: now, in: tx) { permit, telling in
            let device = try DeviceStore.insert(wanted, permit: permit, in: tx)
            (telling.name, telling.isTold) = (device.name, device.id == wanted.id)
            return device
        }
    }
}
