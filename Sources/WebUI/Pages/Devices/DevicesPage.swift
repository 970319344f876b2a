import ParaphWire

/// The devices that can sign for the person, those that ask to, and the passkeys.
struct DevicesPage: Page {
    static let template = "devices"

    let devices: [Device]
    let waiting: [DeviceRequest]
    let passkeys: [Passkey]
    /// Whether a device was let in just now.
    let isAdded: Bool

    static func load(_ visit: Visit) async throws -> DevicesPage {
        DevicesPage(
            devices: try await visit.get(IdentityEndpoints.devices).items,
            waiting: try await visit.waitingDevices(),
            passkeys: try await visit.get(IdentityEndpoints.passkeys).items,
            isAdded: visit.query("added") != nil
        )
    }

    var title: String { "device.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Devices/passkeys.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .devices)
        values["isAdded"] = isAdded
        values["waiting"] = waiting.map { $0.values(phrases) }
        values["devices"] = devices.map { device in
            var row: [String: Any] = ["id": device.id, "name": device.name, "current": device.isCurrent, "added": device.createdAt.text]
            row["used"] = device.lastUsedAt?.text
            row["question"] = phrases["device.removeAsk", ["name": device.name]]
            if device.key != .p256 { row["keyLine"] = phrases[device.isSynced == true ? "device.syncedKey" : "device.passkeyKey"] }
            row["consequence"] = phrases[device.key == .p256 ? "device.removeNote" : "device.removeWithPasskey"]
            return row
        }
        values["protectable"] = devices.contains { $0.isCurrent && $0.key == .p256 }
        values["passkeys"] = passkeys.map { passkey in
            var row: [String: Any] = ["id": passkey.id, "name": passkey.name, "added": passkey.createdAt.text]
            row["used"] = passkey.lastUsedAt?.text
            row["question"] = phrases["device.removeAsk", ["name": passkey.name]]
            let device = devices.first { $0.id == passkey.deviceId }
            row["keyLine"] = [
                device.map { phrases["passkey.ofDevice", ["name": $0.name]] }, passkey.isSynced ? phrases["passkey.synced"] : nil,
            ].compactMap(\.self).joined(separator: " ")
            row["consequence"] = device.map { phrases["passkey.removeWithDevice", ["name": $0.name]] } ?? phrases["passkey.removeNote"]
            return row
        }
        return values
    }
}

extension Visit {
    /// The devices that wait for approval.
    func waitingDevices() async throws -> [DeviceRequest] {
        try await get(IdentityEndpoints.deviceRequests).items.filter { $0.status == .pending }
    }
}

extension DeviceRequest {
    /// The request as templates take it.
    func values(_ phrases: Phrases) -> [String: Any] {
        ["id": id, "name": phrases.unknown(name), "at": createdAt.text]
    }
}
