/// Where somebody's signatures come from: what can be learned by trying is learned there, and who tries too much waits there.
struct SignatureSource: Sendable, Hashable {
    /// What it is kept under.
    let key: String
    /// The app or device, as the person knows it.
    let name: String
    let isDevice: Bool

    /// A device of the person's.
    init(_ device: DeviceRecord) {
        (key, name, isDevice) = ("device:\(device.id)", device.name, true)
    }

    /// An app: restricted ones are one source, for their owners could always register another; of the organisation's each network is one, so
    /// that a stranger who has the app's key spends nothing for the person at home.
    init(_ app: AppRecord, network: String?) {
        key = app.restricted ? "apps:restricted" : "app:\(app.id):\(network ?? "")"
        (name, isDevice) = (app.name, false)
    }

    /// The metrics' word for it.
    var place: String { isDevice ? "device" : "app" }
}
