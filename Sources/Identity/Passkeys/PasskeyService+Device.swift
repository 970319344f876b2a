import ParaphStorage
import ParaphWire
import ServerKit

extension PasskeyService {
    /// Makes a person's passkey the key of the device that asks; the key that it had signs nothing any more.
    ///
    /// - Throws: a ``Problem``: `noDevice`; `passkeyOfOtherDevice`.
    func protect(
        _ deviceID: String?,
        of person: PersonRecord,
        with passkey: PasskeyRecord,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> DeviceRecord {
        guard let deviceID, let device = try DeviceStore.find(deviceID, of: person.id, in: tx) else { throw Problem.noDevice }
        guard passkey.deviceID == nil || passkey.deviceID == deviceID else { throw Problem.passkeyOfOtherDevice }
        try DeviceStore.setKey(of: device, to: passkey, in: tx)
        try StepUp(environment: environment).tell(.protectDevice, person, name: device.name, at: now, in: tx)
        return try DeviceStore.find(deviceID, of: person.id, in: tx) ?? device
    }
}
