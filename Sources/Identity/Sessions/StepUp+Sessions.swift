import ParaphStorage
import ParaphWire
import ServerKit

extension StepUp {
    /// Opens a session of a person who shows a factor on a device of theirs, and notes it.
    ///
    /// - Throws: ``Problem/approvalRequired`` where the factor does not do; what ``SessionStore`` throws.
    func signIn(
        on device: DeviceRecord,
        shown method: Method,
        similarity: Double? = nil,
        appID: String?,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> SessionGrant {
        try accept(.signIn, of: device.personID, shown: method, at: now, in: tx) { permit, telling in
            telling.similarity = similarity
            return try open(on: device, shown: method, appID: appID, permit: permit, &telling, at: now, in: tx)
        }
    }

    /// Opens the first session of a device that its person approved a moment ago with a factor of theirs, and notes it.
    func signIn(onApproved device: DeviceRecord, appID: String?, at now: Timestamp, in tx: any WriteTransaction) throws -> SessionGrant {
        let person = try PersonService.find(device.personID, keys: environment.keys, in: tx)
        return try perform(.signIn, on: person, permit: .approvedDevice(of: person.id), at: now, in: tx) { permit, telling in
            try open(on: device, shown: nil, appID: appID, permit: permit, &telling, at: now, in: tx)
        }
    }

    private func open(
        on device: DeviceRecord,
        shown method: Method?,
        appID: String?,
        permit: borrowing Permit,
        _ telling: inout Telling,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> SessionGrant {
        telling.name = device.name
        return try SessionStore.grant(
            to: device.personID,
            deviceID: device.id,
            appID: appID,
            method: method,
            permit: permit,
            settings: environment.settings,
            at: now,
            in: tx
        )
    }
}
