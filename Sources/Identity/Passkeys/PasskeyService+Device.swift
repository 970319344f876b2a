import ParaphStorage
import ParaphWire
import ServerKit

extension PasskeyService {
    /// Makes a person's passkey the key of the device that asks; the key that it had signs nothing any more.
    ///
    /// - Throws: a ``Problem``: `noDevice`; `passkeyOfOtherDevice`.
    func protect(
        _ deviceID: String?,
        of personID: String,
        with passkey: PasskeyRecord,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> DeviceRecord {
        guard let deviceID, let device = try DeviceStore.find(deviceID, of: personID, in: tx) else { throw Problem.noDevice }
        guard passkey.deviceID == nil || passkey.deviceID == deviceID else { throw Problem.passkeyOfOtherDevice }
        return try StepUp(environment: environment).accept(.protectDevice, of: personID, shown: .passkey, at: now, in: tx) {
            permit,
            telling in
            telling.name = device.name
            try DeviceStore.setKey(of: device, to: passkey, permit: permit, at: now, in: tx)
            return try DeviceStore.find(deviceID, of: personID, in: tx) ?? device
        }
    }
}
